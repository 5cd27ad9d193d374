// A described form as Angular and Angular Material draw it, compiled in the browser.
import 'zone.js';
import '@angular/compiler';
import css from './node_modules/@angular/material/prebuilt-themes/azure-blue.css';
import { Component, provideZoneChangeDetection } from '@angular/core';
import { NgFor, NgIf } from '@angular/common';
import { FormsModule } from '@angular/forms';
import { MatButtonModule } from '@angular/material/button';
import { MatCheckboxModule } from '@angular/material/checkbox';
import { MatFormFieldModule } from '@angular/material/form-field';
import { MatInputModule } from '@angular/material/input';
import { MatRadioModule } from '@angular/material/radio';
import { MatSelectModule } from '@angular/material/select';
import { bootstrapApplication } from '@angular/platform-browser';

const style = document.createElement('style');
style.textContent = css;
document.head.append(style);
const { sections, language } = window.definition;
const controls = sections.flatMap((section) => section.controls);
const model = Object.fromEntries(controls.map(({ name, kind }) => [name, kind === 'checks' ? [] : kind === 'check' ? false : '']));
window.values = () => Object.fromEntries(Object.entries(model).map(([name, value]) => [name, value ?? '']));

class App {
  sections = sections;
  model = model;
  send = { en: 'Send', de: 'Absenden', fr: 'Envoyer', es: 'Enviar' }[language];
  isInput = (kind) => ['text', 'email', 'tel', 'url', 'password', 'number', 'date', 'month'].includes(kind);
  put(name, value) { model[name] = value; }
  tick(name, option, is) { this.put(name, is ? [...model[name], option] : model[name].filter((one) => one !== option)); }
}
const template = `<form (submit)="$event.preventDefault()"><section *ngFor="let section of sections"><h2>{{ section.title }}</h2>
  <div *ngFor="let c of section.controls" style="margin-bottom: 12px">
    <mat-form-field *ngIf="isInput(c.kind)" style="width: 100%"><mat-label>{{ c.label }}</mat-label>
      <input matInput [type]="c.kind" [name]="c.name" [required]="c.required" [ngModel]="model[c.name]" (ngModelChange)="put(c.name, $event)">
      <mat-hint *ngIf="c.hint">{{ c.hint }}</mat-hint></mat-form-field>
    <mat-form-field *ngIf="c.kind === 'area'" style="width: 100%"><mat-label>{{ c.label }}</mat-label>
      <textarea matInput rows="3" [name]="c.name" [ngModel]="model[c.name]" (ngModelChange)="put(c.name, $event)"></textarea></mat-form-field>
    <mat-form-field *ngIf="c.kind === 'select' || c.kind === 'combo'" style="width: 100%"><mat-label>{{ c.label }}</mat-label>
      <mat-select [name]="c.name" [ngModel]="model[c.name]" (ngModelChange)="put(c.name, $event)">
        <mat-option *ngFor="let option of c.options" [value]="option">{{ option }}</mat-option></mat-select></mat-form-field>
    <ng-container *ngIf="c.kind === 'radio'"><span [id]="'l-' + c.name">{{ c.label }}</span>
      <mat-radio-group [attr.aria-labelledby]="'l-' + c.name" [name]="c.name" [ngModel]="model[c.name]" (ngModelChange)="put(c.name, $event)">
        <mat-radio-button *ngFor="let option of c.options" [value]="option">{{ option }}</mat-radio-button></mat-radio-group></ng-container>
    <div *ngIf="c.kind === 'checks'" role="group" [attr.aria-labelledby]="'l-' + c.name"><span [id]="'l-' + c.name">{{ c.label }}</span>
      <div><mat-checkbox *ngFor="let option of c.options" [checked]="model[c.name].includes(option)" (change)="tick(c.name, option, $event.checked)">{{ option }}</mat-checkbox></div></div>
    <mat-checkbox *ngIf="c.kind === 'check'" [checked]="model[c.name]" (change)="put(c.name, $event.checked)">{{ c.label }}</mat-checkbox>
  </div></section><button mat-flat-button type="submit">{{ send }}</button></form>`;
const imports = [NgFor, NgIf, FormsModule, MatButtonModule, MatCheckboxModule, MatFormFieldModule, MatInputModule, MatRadioModule, MatSelectModule];
Component({ selector: '#form', template, imports, standalone: true })(App);
bootstrapApplication(App, { providers: [provideZoneChangeDetection()] });
