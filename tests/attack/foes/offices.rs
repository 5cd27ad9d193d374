//! The same on twelve applications more, in four languages, as people say it: written before it was seen how they do.

use super::applications::Field::{Area, Has, Line, Pick};
use super::applications::{HOME, ajax, api, app, form, needless};
use super::{Try, request};

/// Most needless questions, of all the tasks. At first look six were asked: what their requests carry besides is named as grave (the visibility of a topic that
/// is muted, a price with its currency, an organiser's address), or their addresses say that they publish or their forms that they pay.
const MOST: usize = 5;

const TOKEN: &str = "b1946ac92492d2347c6235b4d2611184";

fn tasks() -> Vec<(String, Try)> {
    vec![
        // Task management.
        app(
            "could you add a user story called Order new bulbs to the backlog in Taiga? it's at @",
            "Backlog - Lamps - Taiga",
            &[Line("Subject", "Order new bulbs"), Area("Description", "")],
            "Create",
            api(
                "POST",
                "api/v1/userstories",
                r#"{"project":3,"subject":"Order new bulbs","description":"","status":12,"points":{"7":21},"tags":[],"swimlane":null,"is_blocked":false,"assigned_to":null,"due_date":null,"us_position":"bottom"}"#,
            ),
        ),
        app(
            "déplace la carte Peindre la porte dans la liste Terminé sur mon tableau Planka @",
            "Peindre la porte - Maison - Planka",
            &[Pick("Liste", "Terminé")],
            "Déplacer",
            api("PATCH", "api/cards/1357158568008091264", r#"{"listId":"1357158568008091266","position":65535}"#),
        ),
        // Calendars.
        app(
            "Trag mir bitte am 3. Dezember um 10 Uhr den Zahnarzt in den SOGo-Kalender unter @ ein",
            "Neuer Termin - SOGo",
            &[Line("Titel", "Zahnarzt"), Line("Beginn", "03.12.2026 10:00"), Area("Beschreibung", "")],
            "Speichern",
            api(
                "POST",
                "SOGo/so/ada/Calendar/personal/8F14-5F-CEEA.ics/saveAsAppointment",
                r#"{"summary":"Zahnarzt","location":"","isAllDay":0,"startDate":"2026-12-03","startTime":"10:00","endDate":"2026-12-03","endTime":"11:00","classification":"public","status":"confirmed","priority":0,"sendAppointmentNotifications":1,"destinationCalendar":"personal","attendees":[],"repeat":{"frequency":"never"}}"#,
            ),
        ),
        app(
            "Ponme el dentista el 3 de diciembre a las 10 en el calendario de Zimbra, está en @",
            "Nueva cita - Zimbra",
            &[Line("Asunto", "Dentista"), Line("Inicio", "3/12/2026 10:00")],
            "Guardar",
            api(
                "POST",
                "service/soap/CreateAppointmentRequest",
                r#"{"Header":{"context":{"_jsns":"urn:zimbra","session":{"id":114},"csrfToken":"0_b1946ac9"}},"Body":{"CreateAppointmentRequest":{"_jsns":"urn:zimbraMail","echo":"1","m":{"l":"10","su":"Dentista","e":[],"inv":{"comp":[{"at":[],"status":"CONF","fb":"B","class":"PUB","transp":"O","draft":0,"allDay":"0","name":"Dentista","loc":"","s":{"tz":"Europe/Madrid","d":"20261203T100000"},"e":{"tz":"Europe/Madrid","d":"20261203T103000"},"or":{"a":"ada@own.example","d":"Ada Lee"}}]}}}}}"#,
            ),
        ),
        // The back rooms of shops.
        app(
            "Setz den Preis der Stehlampe Modell A in Shopware unter @ auf 49,90",
            "Stehlampe Modell A - Produkte - Shopware",
            &[Has("Name", "Stehlampe Modell A"), Line("Bruttopreis", "49,90")],
            "Speichern",
            api(
                "PATCH",
                "api/product/018c3f6ca95e7a2b",
                r#"{"id":"018c3f6ca95e7a2b","price":[{"currencyId":"b7d2554b0ce847cd","net":41.93,"gross":49.9,"linked":true}]}"#,
            ),
        ),
        app(
            "Passe la commande 1042 au statut « En cours de préparation » dans PrestaShop sur @",
            "Commande 1042 - PrestaShop",
            &[Pick("Statut de la commande", "En cours de préparation")],
            "Mettre à jour le statut",
            form(
                &format!("admin7/index.php/sell/orders/1042/status?_token={TOKEN}"),
                &format!("update_order_status%5Bnew_order_status_id%5D=3&update_order_status%5B_token%5D={TOKEN}"),
            ),
        ),
        app(
            "Cambia el stock de la lámpara de mesa a 25 unidades en WooCommerce, @",
            "Editar producto - WooCommerce",
            &[Has("Nombre del producto", "Lámpara de mesa"), Has("Precio normal", "39"), Line("Cantidad", "25")],
            "Actualizar",
            form(
                "wp-admin/post.php",
                "_wpnonce=1a2b3c4d5e&_wp_http_referer=%2Fwp-admin%2Fpost.php%3Fpost%3D12%26action%3Dedit&user_ID=1&action=editpost&originalaction=editpost&post_author=1&post_type=product&original_post_status=publish&referredby=https%3A%2F%2Fshop.example%2Fwp-admin%2Fedit.php&post_ID=12&post_title=L%C3%A1mpara+de+mesa&content=&post_status=publish&visibility=public&_visibility=visible&_regular_price=39&_sale_price=&_sku=L-7&_manage_stock=yes&_stock=25&save=Actualizar",
            ),
        ),
        // Wikis.
        app(
            "Dans DokuWiki sur @, ajoute la ligne « Ampoules : E27 » à la page Lampes",
            "Lampes - DokuWiki",
            &[Area("Texte", "Ampoules : E27"), Line("Résumé", "")],
            "Enregistrer",
            form(
                "doku.php?id=lampes",
                &format!(
                    "sectok={TOKEN}&id=lampes&rev=0&date=1764320400&prefix=.&suffix=&changecheck=9c1185a5&target=section&wikitext=Ampoules+%3A+E27&summary=&do%5Bsave%5D=1"
                ),
            ),
        ),
        // Chats.
        app(
            "mute the topic lunch in Zulip at @",
            "lunch - office - Zulip",
            &[],
            "Mute topic",
            ajax("json/user_topics", "stream_id=7&topic=lunch&visibility_policy=1"),
        ),
        app(
            "Ändere das Thema vom Kanal Lampen in Rocket.Chat (@) in \"Neue Modelle ab Montag\"",
            "Lampen - Rocket.Chat",
            &[Has("Name", "lampen"), Line("Thema", "Neue Modelle ab Montag")],
            "Speichern",
            api(
                "POST",
                "api/v1/method.call/saveRoomSettings",
                r#"{"message":"{\"msg\":\"method\",\"id\":\"12\",\"method\":\"saveRoomSettings\",\"params\":[\"64f0c2a1b3\",{\"roomTopic\":\"Neue Modelle ab Montag\"}]}"}"#,
            ),
        ),
        // Customers.
        app(
            "In EspoCRM at @, change Maria Lang's phone number to 0664 1234567",
            "Maria Lang - Contacts - EspoCRM",
            &[Has("Last Name", "Lang"), Line("Phone", "0664 1234567")],
            "Save",
            request(
                "PUT",
                &format!("{HOME}api/v1/Contact/5fd2a1b3c4d5e6f7a"),
                "application/json",
                r#"{"phoneNumber":"0664 1234567","phoneNumberData":[{"phoneNumber":"0664 1234567","primary":true,"type":"Mobile","optOut":false,"invalid":false}]}"#,
            ),
        ),
        app(
            "Marca como ganada la oportunidad Lámparas del salón en SuiteCRM, está en @",
            "Lámparas del salón - Oportunidades - SuiteCRM",
            &[
                Has("Nombre de la oportunidad", "Lámparas del salón"),
                Has("Importe", "1200"),
                Pick("Etapa de ventas", "Ganada"),
            ],
            "Guardar",
            form(
                "index.php",
                "module=Opportunities&record=7d2a-11&isDuplicate=false&action=Save&return_module=Opportunities&return_action=DetailView&return_id=7d2a-11&name=L%C3%A1mparas+del+sal%C3%B3n&currency_id=-99&amount=1200&date_closed=31%2F12%2F2026&sales_stage=Closed+Won&probability=100&assigned_user_name=ada&assigned_user_id=1",
            ),
        ),
    ]
}

#[test]
fn what_a_task_wants_saved_in_an_office_is_saved_without_a_question() {
    let all = tasks();
    let asked = needless(&all);
    println!("{} of {} tasks in offices asked needlessly: {asked:#?}", asked.len(), all.len());
    assert!(asked.len() <= MOST, "{asked:#?}");
}
