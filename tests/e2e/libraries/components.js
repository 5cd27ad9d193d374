// Components as applications have them; each notes what was chosen in it.
import React, { useState } from "react";
import { createRoot } from "react-dom/client";
import Select from "react-select";
import { Listbox, ListboxButton, ListboxOption, ListboxOptions } from "@headlessui/react";
import jQuery from "jquery";
import select2 from "select2/dist/js/select2.full.js";
import select2Style from "select2/dist/css/select2.css";
import Choices from "choices.js";
import choicesStyle from "choices.js/public/assets/styles/choices.css";
import IMask from "imask";
import noUiSlider from "nouislider";
import sliderStyle from "nouislider/dist/nouislider.css";

const style = document.createElement("style");
style.textContent = `${select2Style}${choicesStyle}${sliderStyle} .row { display: flex; gap: 12px; margin: 8px 0 }`;
document.head.append(style);
const app = document.getElementById("app");
const add = (html) => {
  const box = document.createElement("div");
  box.innerHTML = html;
  app.append(box);
  return box;
};

const fruits = ["Apple", "Banana", "Cherry"].map((label) => ({ value: label.toLowerCase(), label }));
const Chosen = () => {
  const [size, setSize] = useState("Small");
  return <div>
    <label htmlFor="one">Fruit</label><Select inputId="one" options={fruits} onChange={(option) => note("fruit", option.value)} />
    <label htmlFor="several">Fruits</label><Select isMulti inputId="several" options={fruits} onChange={(all) => note("fruits", all.map((option) => option.value).join())} />
    <Listbox value={size} onChange={(value) => { setSize(value); note("size", value); }}><ListboxButton>{size}</ListboxButton><ListboxOptions anchor="bottom">{["Small", "Large"].map((value) => <ListboxOption key={value} value={value}>{value}</ListboxOption>)}</ListboxOptions></Listbox>
  </div>;
};
createRoot(add("")).render(<Chosen />);

const OPTIONS = "<option>Germany</option><option>France</option><option>Spain</option>";
add(`<label for="country">Country</label> <select id="country" style="width: 200px">${OPTIONS}</select>`);
window.jQuery = jQuery;
if (typeof select2 === "function") select2(window, jQuery);
jQuery("#country").select2().on("change", () => note("country", jQuery("#country").val()));
add(`<label for="origin">Origin</label> <select id="origin">${OPTIONS}</select>`);
new Choices("#origin", { shouldSort: false });
document.getElementById("origin").addEventListener("change", (event) => note("origin", event.target.value));

// A label that nothing ties to its field, as grids of forms have them; what only asks for the value is no name.
add('<div class="row"><div><label>Street</label></div><div><div><span><input id="street" placeholder="Type here"></span></div></div></div>');
document.getElementById("street").onchange = (event) => note("street", event.target.value);

add('<label for="phone">Phone</label> <input id="phone">');
IMask(document.getElementById("phone"), { mask: "+{1}(000)000-0000" }).on("complete", () => note("phone", document.getElementById("phone").value));

const range = noUiSlider.create(Object.assign(add("<div></div>").firstChild, { style: "width: 300px; margin: 20px" }), {
  start: [20, 80], connect: true, range: { min: 0, max: 100 }, handleAttributes: [{ "aria-label": "Lowest price" }, { "aria-label": "Highest price" }],
});
range.on("change", (values) => note("prices", values.map(Number).join()));

const digits = add(Array.from({ length: 4 }, (_, i) => `<input maxlength="1" aria-label="Digit ${i + 1}" style="width: 30px">`).join(""));
for (const digit of digits.children) {
  digit.oninput = () => {
    if (digit.value) digit.nextElementSibling?.focus();
    note("code", [...digits.children].map((one) => one.value).join(""));
  };
}
