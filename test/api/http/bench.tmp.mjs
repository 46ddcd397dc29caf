// test/api/http/bench.tmp.ts
import autocannon from "autocannon";
import express2 from "express";
import { createServer as createServer2 } from "node:http";
import { fork } from "node:child_process";
import { pino as pino2 } from "pino";

// test/api/http/support.ts
import { pino } from "pino";
import { z as z9 } from "zod";

// api/http/app.ts
import { randomUUID as randomUUID2 } from "node:crypto";
import express from "express";

// api/documentation/routes.ts
import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { z as z2 } from "zod";

// api/http/errors.ts
import { STATUS_CODES } from "node:http";

// domain/refusal.ts
function refuse(code, problem = {}, facts) {
  return { refused: true, code, problems: [{ code, ...problem }], ...facts && { facts } };
}
function invalid(problems) {
  return { refused: true, problems };
}
function isRefusal(value) {
  return typeof value === "object" && value !== null && "refused" in value && value.refused === true;
}

// api/i18n/translate.ts
import { IntlMessageFormat } from "intl-messageformat";

// api/i18n/messages/auth.ts
var auth = {
  invalid_credentials: {
    fr: "L\u2019adresse e-mail ou le mot de passe est incorrect.",
    nl: "Het e-mailadres of het wachtwoord is onjuist.",
    en: "The e-mail address or the password is incorrect.",
    de: "Die E-Mail-Adresse oder das Passwort ist falsch."
  },
  sign_in_locked: {
    fr: "Trop de tentatives de connexion. R\xE9essayez dans {seconds, plural, one {# seconde} other {# secondes}}.",
    nl: "Te veel aanmeldpogingen. Probeer opnieuw over {seconds, plural, one {# seconde} other {# seconden}}.",
    en: "Too many sign-in attempts. Try again in {seconds, plural, one {# second} other {# seconds}}.",
    de: "Zu viele Anmeldeversuche. Versuchen Sie es in {seconds, plural, one {# Sekunde} other {# Sekunden}} erneut."
  },
  email_taken: {
    fr: "Cette adresse e-mail est d\xE9j\xE0 utilis\xE9e par un autre compte.",
    nl: "Dit e-mailadres wordt al door een andere account gebruikt.",
    en: "This e-mail address already belongs to another account.",
    de: "Diese E-Mail-Adresse geh\xF6rt bereits zu einem anderen Konto."
  },
  password_too_short: {
    fr: "Le mot de passe doit compter au moins {min, plural, one {# caract\xE8re} other {# caract\xE8res}}.",
    nl: "Het wachtwoord moet minstens {min, plural, one {# teken} other {# tekens}} lang zijn.",
    en: "The password must be at least {min, plural, one {# character} other {# characters}} long.",
    de: "Das Passwort muss mindestens {min, plural, one {# Zeichen} other {# Zeichen}} lang sein."
  },
  token_limit_reached: {
    fr: "Le nombre maximal de jetons d\u2019int\xE9gration ({max}) est atteint.",
    nl: "Het maximumaantal integratietokens ({max}) is bereikt.",
    en: "The maximum number of integration tokens ({max}) has been reached.",
    de: "Die H\xF6chstzahl an Integrationstoken ({max}) ist erreicht."
  },
  user_limit_reached: {
    fr: "La licence ne permet pas d\u2019ajouter un utilisateur.",
    nl: "De licentie laat geen extra gebruiker toe.",
    en: "The licence does not allow another user.",
    de: "Die Lizenz erlaubt keinen weiteren Benutzer."
  },
  demo_unavailable: {
    fr: "Les donn\xE9es de d\xE9monstration ne sont pas disponibles pour le moment.",
    nl: "De demogegevens zijn momenteel niet beschikbaar.",
    en: "The demo data set is not available at the moment.",
    de: "Die Demodaten sind derzeit nicht verf\xFCgbar."
  },
  firm_required: {
    fr: "Indiquez la fiduciaire \xE0 laquelle rattacher ce dossier.",
    nl: "Geef aan bij welk kantoor dit dossier hoort.",
    en: "Name the firm that this company file belongs to.",
    de: "Geben Sie die Kanzlei an, zu der diese Akte geh\xF6rt."
  },
  firm_unknown: {
    fr: "Cette fiduciaire n\u2019existe pas ou ne vous est pas accessible.",
    nl: "Dit kantoor bestaat niet of is voor u niet toegankelijk.",
    en: "This firm does not exist or is not accessible to you.",
    de: "Diese Kanzlei existiert nicht oder ist Ihnen nicht zug\xE4nglich."
  }
};

// api/i18n/messages/companies.ts
var companies = {
  company_limit_reached: {
    fr: "La licence ne permet pas d\u2019ouvrir un dossier suppl\xE9mentaire.",
    nl: "De licentie laat geen extra dossier toe.",
    en: "The licence does not allow another company file.",
    de: "Die Lizenz erlaubt keine weitere Akte."
  },
  country_pack_unavailable: {
    fr: "La comptabilit\xE9 de ce pays n\u2019est pas encore disponible.",
    nl: "De boekhouding van dit land is nog niet beschikbaar.",
    en: "The accounting set-up of this country is not available yet.",
    de: "Die Buchhaltung dieses Landes ist noch nicht verf\xFCgbar."
  },
  enterprise_number_invalid: {
    fr: "Ce num\xE9ro d\u2019entreprise n\u2019est pas valable.",
    nl: "Dit ondernemingsnummer is ongeldig.",
    en: "This enterprise number is not valid.",
    de: "Diese Unternehmensnummer ist ung\xFCltig."
  },
  vat_number_invalid: {
    fr: "Ce num\xE9ro de TVA n\u2019est pas valable.",
    nl: "Dit btw-nummer is ongeldig.",
    en: "This VAT number is not valid.",
    de: "Diese MwSt.-Nummer ist ung\xFCltig."
  },
  iban_invalid: {
    fr: "Cet IBAN n\u2019est pas valable.",
    nl: "Deze IBAN is ongeldig.",
    en: "This IBAN is not valid.",
    de: "Diese IBAN ist ung\xFCltig."
  },
  bic_invalid: {
    fr: "Ce code BIC n\u2019est pas valable.",
    nl: "Deze BIC-code is ongeldig.",
    en: "This BIC is not valid.",
    de: "Dieser BIC ist ung\xFCltig."
  },
  bank_code_taken: {
    fr: "Ce code de journal est d\xE9j\xE0 pris par un autre journal.",
    nl: "Deze dagboekcode is al door een ander dagboek ingenomen.",
    en: "This journal code is already taken by another journal.",
    de: "Dieser Journalcode wird bereits von einem anderen Journal verwendet."
  },
  fiscal_year_ends_before_start: {
    fr: "L\u2019exercice se termine avant d\u2019avoir commenc\xE9.",
    nl: "Het boekjaar eindigt voor het begint.",
    en: "The fiscal year ends before it starts.",
    de: "Das Gesch\xE4ftsjahr endet, bevor es beginnt."
  },
  fiscal_year_too_long: {
    fr: "Un exercice ne peut d\xE9passer {months, plural, one {# mois} other {# mois}}.",
    nl: "Een boekjaar mag niet langer zijn dan {months, plural, one {# maand} other {# maanden}}.",
    en: "A fiscal year must not be longer than {months, plural, one {# month} other {# months}}.",
    de: "Ein Gesch\xE4ftsjahr darf h\xF6chstens {months, plural, one {# Monat} other {# Monate}} dauern."
  }
};

// api/i18n/messages/http.ts
var http = {
  unauthenticated: {
    fr: "Vous n\u2019\xEAtes pas identifi\xE9 : le jeton est absent, inconnu, r\xE9voqu\xE9 ou expir\xE9.",
    nl: "U bent niet aangemeld: het token ontbreekt, is onbekend, ingetrokken of verlopen.",
    en: "You are not signed in: the token is missing, unknown, revoked or expired.",
    de: "Sie sind nicht angemeldet: Das Token fehlt, ist unbekannt, widerrufen oder abgelaufen."
  },
  authorization_repeated: {
    fr: "L\u2019en-t\xEAte Authorization ne peut figurer qu\u2019une seule fois.",
    nl: "De header Authorization mag maar \xE9\xE9n keer voorkomen.",
    en: "The Authorization header may be sent only once.",
    de: "Der Header Authorization darf nur einmal gesendet werden."
  },
  token_ability_missing: {
    fr: "Ce jeton ne donne pas le droit requis ({required_ability}).",
    nl: "Dit token geeft niet het vereiste recht ({required_ability}).",
    en: "This token does not grant the required ability ({required_ability}).",
    de: "Dieses Token gew\xE4hrt nicht das erforderliche Recht ({required_ability})."
  },
  session_token_required: {
    fr: "Cette op\xE9ration est r\xE9serv\xE9e \xE0 une session ouverte par un utilisateur.",
    nl: "Deze bewerking is voorbehouden aan een sessie die een gebruiker heeft geopend.",
    en: "This operation is reserved to a session that a user has opened.",
    de: "Dieser Vorgang ist einer von einem Benutzer ge\xF6ffneten Sitzung vorbehalten."
  },
  role_too_low: {
    fr: "Votre r\xF4le ne permet pas cette op\xE9ration.",
    nl: "Uw rol laat deze bewerking niet toe.",
    en: "Your role does not allow this operation.",
    de: "Ihre Rolle erlaubt diesen Vorgang nicht."
  },
  demo_mode: {
    fr: "Cette op\xE9ration n\u2019est pas disponible en mode d\xE9monstration.",
    nl: "Deze bewerking is niet beschikbaar in de demomodus.",
    en: "This operation is not available in demo mode.",
    de: "Dieser Vorgang ist im Demomodus nicht verf\xFCgbar."
  },
  signature_invalid: {
    fr: "La signature du lien n\u2019est pas valable ou a expir\xE9.",
    nl: "De handtekening van de link is ongeldig of verlopen.",
    en: "The signature of the link is not valid or has expired.",
    de: "Die Signatur des Links ist ung\xFCltig oder abgelaufen."
  },
  not_found: {
    fr: "Introuvable.",
    nl: "Niet gevonden.",
    en: "Not found.",
    de: "Nicht gefunden."
  },
  method_not_allowed: {
    fr: "Cette m\xE9thode n\u2019est pas permise \xE0 cette adresse.",
    nl: "Deze methode is op dit adres niet toegestaan.",
    en: "This method is not allowed at this address.",
    de: "Diese Methode ist unter dieser Adresse nicht erlaubt."
  },
  invalid_json: {
    fr: "Le corps de la requ\xEAte n\u2019est pas du JSON valable.",
    nl: "De body van het verzoek is geen geldige JSON.",
    en: "The body of the request is not valid JSON.",
    de: "Der Inhalt der Anfrage ist kein g\xFCltiges JSON."
  },
  body_too_large: {
    fr: "Le corps de la requ\xEAte d\xE9passe {max} octets.",
    nl: "De body van het verzoek is groter dan {max} bytes.",
    en: "The body of the request is larger than {max} bytes.",
    de: "Der Inhalt der Anfrage ist gr\xF6\xDFer als {max} Byte."
  },
  body_too_deep: {
    fr: "Le corps de la requ\xEAte est imbriqu\xE9 sur plus de {max} niveaux.",
    nl: "De body van het verzoek is meer dan {max} niveaus diep genest.",
    en: "The body of the request is nested more than {max} levels deep.",
    de: "Der Inhalt der Anfrage ist mehr als {max} Ebenen tief verschachtelt."
  },
  body_timeout: {
    fr: "Le corps de la requ\xEAte n\u2019est pas arriv\xE9 \xE0 temps.",
    nl: "De body van het verzoek is niet op tijd aangekomen.",
    en: "The body of the request did not arrive in time.",
    de: "Der Inhalt der Anfrage ist nicht rechtzeitig eingetroffen."
  },
  unsupported_media_type: {
    fr: "Le corps de la requ\xEAte doit \xEAtre du JSON en UTF-8 (Content-Type: application/json).",
    nl: "De body van het verzoek moet JSON in UTF-8 zijn (Content-Type: application/json).",
    en: "The body of the request must be JSON in UTF-8 (Content-Type: application/json).",
    de: "Der Inhalt der Anfrage muss JSON in UTF-8 sein (Content-Type: application/json)."
  },
  rate_limited: {
    fr: "Trop de requ\xEAtes. R\xE9essayez dans {seconds, plural, one {# seconde} other {# secondes}}.",
    nl: "Te veel verzoeken. Probeer opnieuw over {seconds, plural, one {# seconde} other {# seconden}}.",
    en: "Too many requests. Try again in {seconds, plural, one {# second} other {# seconds}}.",
    de: "Zu viele Anfragen. Versuchen Sie es in {seconds, plural, one {# Sekunde} other {# Sekunden}} erneut."
  },
  idempotency_key_reused: {
    fr: "Cette cl\xE9 d\u2019idempotence a d\xE9j\xE0 servi pour une autre requ\xEAte.",
    nl: "Deze idempotentiesleutel is al gebruikt voor een ander verzoek.",
    en: "This idempotence key has already been used for another request.",
    de: "Dieser Idempotenzschl\xFCssel wurde bereits f\xFCr eine andere Anfrage verwendet."
  },
  request_in_progress: {
    fr: "La m\xEAme requ\xEAte est encore en cours d\u2019ex\xE9cution.",
    nl: "Hetzelfde verzoek wordt nog uitgevoerd.",
    en: "The same request is still being carried out.",
    de: "Dieselbe Anfrage wird noch ausgef\xFChrt."
  },
  header_too_long: {
    fr: "L\u2019en-t\xEAte {field} ne peut d\xE9passer {max, plural, one {# caract\xE8re} other {# caract\xE8res}}.",
    nl: "De header {field} mag niet langer zijn dan {max, plural, one {# teken} other {# tekens}}.",
    en: "The {field} header must not be longer than {max, plural, one {# character} other {# characters}}.",
    de: "Der Header {field} darf h\xF6chstens {max, plural, one {# Zeichen} other {# Zeichen}} lang sein."
  },
  header_invalid: {
    fr: "La valeur de l\u2019en-t\xEAte {field} n\u2019est pas valable.",
    nl: "De waarde van de header {field} is ongeldig.",
    en: "The value of the {field} header is not valid.",
    de: "Der Wert des Headers {field} ist ung\xFCltig."
  },
  header_not_uuid: {
    fr: "L\u2019en-t\xEAte {field} doit \xEAtre un UUID.",
    nl: "De header {field} moet een UUID zijn.",
    en: "The {field} header must be a UUID.",
    de: "Der Header {field} muss eine UUID sein."
  },
  header_not_a_version: {
    fr: "L\u2019en-t\xEAte {field} doit indiquer une version : un nombre entier positif.",
    nl: "De header {field} moet een versie bevatten: een positief geheel getal.",
    en: "The {field} header must name a version: a positive integer.",
    de: "Der Header {field} muss eine Version angeben: eine positive ganze Zahl."
  },
  header_not_a_timestamp: {
    fr: "L\u2019en-t\xEAte {field} doit \xEAtre un horodatage ISO 8601.",
    nl: "De header {field} moet een tijdstip volgens ISO 8601 zijn.",
    en: "The {field} header must be an ISO 8601 timestamp.",
    de: "Der Header {field} muss ein Zeitstempel nach ISO 8601 sein."
  },
  header_not_percent_encoded: {
    fr: "L\u2019en-t\xEAte {field} doit \xEAtre encod\xE9 en pourcentages (UTF-8).",
    nl: "De header {field} moet procentgecodeerd zijn (UTF-8).",
    en: "The {field} header must be percent-encoded (UTF-8).",
    de: "Der Header {field} muss prozentkodiert sein (UTF-8)."
  },
  headers_contradict: {
    fr: "Les en-t\xEAtes {field} et {other} se contredisent.",
    nl: "De headers {field} en {other} spreken elkaar tegen.",
    en: "The headers {field} and {other} contradict each other.",
    de: "Die Header {field} und {other} widersprechen sich."
  },
  server_error: {
    fr: "Une erreur interne est survenue. Elle a \xE9t\xE9 enregistr\xE9e.",
    nl: "Er is een interne fout opgetreden. Ze is geregistreerd.",
    en: "An internal error has occurred. It has been recorded.",
    de: "Ein interner Fehler ist aufgetreten. Er wurde aufgezeichnet."
  },
  database_unavailable: {
    fr: "La base de donn\xE9es est momentan\xE9ment indisponible. R\xE9essayez dans un instant.",
    nl: "De databank is tijdelijk niet beschikbaar. Probeer het zo dadelijk opnieuw.",
    en: "The database is temporarily unavailable. Try again in a moment.",
    de: "Die Datenbank ist vor\xFCbergehend nicht verf\xFCgbar. Versuchen Sie es gleich noch einmal."
  },
  event_log_unavailable: {
    fr: "Le journal des \xE9v\xE9nements est momentan\xE9ment indisponible. R\xE9essayez dans un instant.",
    nl: "Het gebeurtenissenlogboek is tijdelijk niet beschikbaar. Probeer het zo dadelijk opnieuw.",
    en: "The event log is temporarily unavailable. Try again in a moment.",
    de: "Das Ereignisprotokoll ist vor\xFCbergehend nicht verf\xFCgbar. Versuchen Sie es gleich noch einmal."
  },
  overloaded: {
    fr: "Le service est surcharg\xE9. R\xE9essayez dans un instant.",
    nl: "De dienst is overbelast. Probeer het zo dadelijk opnieuw.",
    en: "The service is overloaded. Try again in a moment.",
    de: "Der Dienst ist \xFCberlastet. Versuchen Sie es gleich noch einmal."
  },
  more_errors: {
    fr: "{first} (et {count, plural, one {# autre erreur} other {# autres erreurs}})",
    nl: "{first} (en nog {count, plural, one {# andere fout} other {# andere fouten}})",
    en: "{first} (and {count, plural, one {# more error} other {# more errors}})",
    de: "{first} (und {count, plural, one {# weiterer Fehler} other {# weitere Fehler}})"
  },
  refused: {
    fr: "La requ\xEAte a \xE9t\xE9 refus\xE9e ({code}).",
    nl: "Het verzoek is geweigerd ({code}).",
    en: "The request was refused ({code}).",
    de: "Die Anfrage wurde abgelehnt ({code})."
  },
  projection_delayed: {
    fr: "L\u2019op\xE9ration est enregistr\xE9e, mais son r\xE9sultat n\u2019est pas encore consultable. R\xE9p\xE9tez la demande avec la m\xEAme cl\xE9 d\u2019idempotence.",
    nl: "De bewerking is geregistreerd, maar het resultaat is nog niet raadpleegbaar. Herhaal de aanvraag met dezelfde idempotentiesleutel.",
    en: "The operation is recorded, but its result cannot be read yet. Repeat the request with the same idempotence key.",
    de: "Der Vorgang ist erfasst, sein Ergebnis aber noch nicht abrufbar. Wiederholen Sie die Anfrage mit demselben Idempotenzschl\xFCssel."
  }
};

// api/i18n/messages/ledger.ts
var ledger = {
  account_unknown: {
    fr: "Ce compte n\u2019existe pas dans le plan comptable du dossier.",
    nl: "Deze rekening bestaat niet in het rekeningstelsel van het dossier.",
    en: "This account does not exist in the chart of accounts of the company file.",
    de: "Dieses Konto gibt es im Kontenplan der Akte nicht."
  },
  account_inactive: {
    fr: "Ce compte n\u2019est plus actif.",
    nl: "Deze rekening is niet meer actief.",
    en: "This account is no longer active.",
    de: "Dieses Konto ist nicht mehr aktiv."
  },
  account_is_group: {
    fr: "Ce compte est un compte de regroupement : il ne peut \xEAtre mouvement\xE9.",
    nl: "Deze rekening is een groepsrekening: er kan niet op geboekt worden.",
    en: "This account is a group account: nothing can be posted to it.",
    de: "Dieses Konto ist ein Sammelkonto: Es kann nicht bebucht werden."
  },
  journal_unknown: {
    fr: "Ce journal n\u2019existe pas dans le dossier.",
    nl: "Dit dagboek bestaat niet in het dossier.",
    en: "This journal does not exist in the company file.",
    de: "Dieses Journal gibt es in der Akte nicht."
  },
  journal_inactive: {
    fr: "Ce journal n\u2019est plus actif.",
    nl: "Dit dagboek is niet meer actief.",
    en: "This journal is no longer active.",
    de: "Dieses Journal ist nicht mehr aktiv."
  },
  third_party_unknown: {
    fr: "Ce tiers n\u2019existe pas dans le dossier.",
    nl: "Deze relatie bestaat niet in het dossier.",
    en: "This third party does not exist in the company file.",
    de: "Diesen Gesch\xE4ftspartner gibt es in der Akte nicht."
  },
  third_party_inactive: {
    fr: "Ce tiers n\u2019est plus actif.",
    nl: "Deze relatie is niet meer actief.",
    en: "This third party is no longer active.",
    de: "Dieser Gesch\xE4ftspartner ist nicht mehr aktiv."
  },
  vat_code_unknown: {
    fr: "Ce code TVA n\u2019existe pas dans le dossier.",
    nl: "Deze btw-code bestaat niet in het dossier.",
    en: "This VAT code does not exist in the company file.",
    de: "Diesen MwSt.-Code gibt es in der Akte nicht."
  },
  vat_code_inactive: {
    fr: "Ce code TVA n\u2019est plus actif.",
    nl: "Deze btw-code is niet meer actief.",
    en: "This VAT code is no longer active.",
    de: "Dieser MwSt.-Code ist nicht mehr aktiv."
  },
  entry_unbalanced: {
    fr: "L\u2019\xE9criture n\u2019est pas \xE9quilibr\xE9e : d\xE9bit {debit}, cr\xE9dit {credit}.",
    nl: "De boeking is niet in evenwicht: debet {debit}, credit {credit}.",
    en: "The entry does not balance: debit {debit}, credit {credit}.",
    de: "Die Buchung ist nicht ausgeglichen: Soll {debit}, Haben {credit}."
  },
  entry_without_lines: {
    fr: "L\u2019\xE9criture ne compte aucune ligne.",
    nl: "De boeking telt geen enkele lijn.",
    en: "The entry has no lines.",
    de: "Die Buchung hat keine Zeilen."
  },
  entry_too_many_lines: {
    fr: "Une \xE9criture ne peut compter plus de {max} lignes.",
    nl: "Een boeking mag niet meer dan {max} lijnen tellen.",
    en: "An entry must not have more than {max} lines.",
    de: "Eine Buchung darf h\xF6chstens {max} Zeilen haben."
  },
  line_both_sides: {
    fr: "Une ligne porte soit un d\xE9bit, soit un cr\xE9dit, pas les deux.",
    nl: "Een lijn heeft ofwel een debet, ofwel een credit, niet allebei.",
    en: "A line has either a debit or a credit, not both.",
    de: "Eine Zeile hat entweder ein Soll oder ein Haben, nicht beides."
  },
  line_no_side: {
    fr: "La ligne n\u2019a ni d\xE9bit ni cr\xE9dit.",
    nl: "De lijn heeft geen debet en geen credit.",
    en: "The line has neither a debit nor a credit.",
    de: "Die Zeile hat weder Soll noch Haben."
  },
  date_outside_fiscal_years: {
    fr: "Cette date ne tombe dans aucun exercice du dossier.",
    nl: "Deze datum valt in geen enkel boekjaar van het dossier.",
    en: "This date lies in no fiscal year of the company file.",
    de: "Dieses Datum liegt in keinem Gesch\xE4ftsjahr der Akte."
  },
  due_date_before_entry_date: {
    fr: "L\u2019\xE9ch\xE9ance ne peut pr\xE9c\xE9der la date de l\u2019\xE9criture.",
    nl: "De vervaldag mag niet v\xF3\xF3r de boekingsdatum liggen.",
    en: "The due date must not be before the date of the entry.",
    de: "Die F\xE4lligkeit darf nicht vor dem Buchungsdatum liegen."
  },
  period_locked: {
    fr: "Cette p\xE9riode est verrouill\xE9e.",
    nl: "Deze periode is afgesloten.",
    en: "This period is locked.",
    de: "Diese Periode ist gesperrt."
  },
  fiscal_year_closed: {
    fr: "Cet exercice est cl\xF4tur\xE9.",
    nl: "Dit boekjaar is afgesloten.",
    en: "This fiscal year is closed.",
    de: "Dieses Gesch\xE4ftsjahr ist abgeschlossen."
  }
};

// api/i18n/messages/records.ts
var records = {
  conflict: {
    fr: "Cet enregistrement a \xE9t\xE9 modifi\xE9 entre-temps. Rien n\u2019a \xE9t\xE9 chang\xE9.",
    nl: "Dit gegeven is intussen gewijzigd. Er is niets aangepast.",
    en: "This record has been changed in the meantime. Nothing was modified.",
    de: "Dieser Datensatz wurde inzwischen ge\xE4ndert. Es wurde nichts angepasst."
  },
  record_taken: {
    fr: "Cette valeur est d\xE9j\xE0 utilis\xE9e dans ce dossier.",
    nl: "Deze waarde wordt in dit dossier al gebruikt.",
    en: "This value is already in use in this company file.",
    de: "Dieser Wert wird in dieser Akte bereits verwendet."
  },
  code_taken: {
    fr: "Ce code est d\xE9j\xE0 utilis\xE9.",
    nl: "Deze code wordt al gebruikt.",
    en: "This code is already in use.",
    de: "Dieser Code wird bereits verwendet."
  },
  in_use: {
    fr: "Cet enregistrement est utilis\xE9 ailleurs et ne peut \xEAtre supprim\xE9.",
    nl: "Dit gegeven wordt elders gebruikt en kan niet worden verwijderd.",
    en: "This record is used elsewhere and cannot be deleted.",
    de: "Dieser Datensatz wird anderweitig verwendet und kann nicht gel\xF6scht werden."
  },
  not_editable: {
    fr: "Le champ {field} ne peut plus \xEAtre modifi\xE9.",
    nl: "Het veld {field} kan niet meer worden gewijzigd.",
    en: "The {field} field can no longer be changed.",
    de: "Das Feld {field} kann nicht mehr ge\xE4ndert werden."
  },
  reference_unknown: {
    fr: "Le champ {field} renvoie \xE0 un \xE9l\xE9ment qui n\u2019existe pas dans ce dossier.",
    nl: "Het veld {field} verwijst naar een gegeven dat in dit dossier niet bestaat.",
    en: "The {field} field refers to something that does not exist in this company file.",
    de: "Das Feld {field} verweist auf etwas, das es in dieser Akte nicht gibt."
  },
  already_in_state: {
    fr: "C\u2019est d\xE9j\xE0 le cas : rien n\u2019est \xE0 changer.",
    nl: "Dat is al zo: er valt niets te wijzigen.",
    en: "This is already so: there is nothing to change.",
    de: "Das ist bereits der Fall: Es gibt nichts zu \xE4ndern."
  },
  append_too_large: {
    fr: "Cette op\xE9ration est trop volumineuse pour \xEAtre enregistr\xE9e en une fois. Scindez-la.",
    nl: "Deze bewerking is te groot om in \xE9\xE9n keer te bewaren. Splits ze op.",
    en: "This operation is too large to be recorded at once. Split it.",
    de: "Dieser Vorgang ist zu gro\xDF, um auf einmal gespeichert zu werden. Teilen Sie ihn auf."
  },
  projection_halted: {
    fr: "La mise \xE0 jour des donn\xE9es de ce dossier est suspendue. L\u2019op\xE9ration est enregistr\xE9e et appara\xEEtra plus tard.",
    nl: "De gegevens van dit dossier worden tijdelijk niet bijgewerkt. De bewerking is geregistreerd en verschijnt later.",
    en: "The data of this company file are not being updated at the moment. The operation is recorded and will appear later.",
    de: "Die Daten dieser Akte werden zurzeit nicht aktualisiert. Der Vorgang ist gespeichert und erscheint sp\xE4ter."
  },
  country_invalid: {
    fr: "Le code pays doit compter deux lettres (ISO 3166-1), par exemple BE.",
    nl: "De landcode moet uit twee letters bestaan (ISO 3166-1), bijvoorbeeld BE.",
    en: "The country code must have two letters (ISO 3166-1), for example BE.",
    de: "Der L\xE4ndercode muss aus zwei Buchstaben bestehen (ISO 3166-1), zum Beispiel BE."
  },
  digits_only: {
    fr: "Seuls des chiffres sont admis ici.",
    nl: "Hier zijn alleen cijfers toegelaten.",
    en: "Only digits are allowed here.",
    de: "Hier sind nur Ziffern zul\xE4ssig."
  },
  code_invalid: {
    fr: "Un code se compose de lettres, de chiffres, de points, de tirets, de soulign\xE9s et de barres obliques, sans espace.",
    nl: "Een code bestaat uit letters, cijfers, punten, streepjes, liggende streepjes en schuine strepen, zonder spaties.",
    en: "A code is made of letters, digits, dots, dashes, underscores and slashes, without spaces.",
    de: "Ein Code besteht aus Buchstaben, Ziffern, Punkten, Binde-, Unter- und Schr\xE4gstrichen, ohne Leerzeichen."
  }
};

// api/i18n/messages/validation.ts
var validation = {
  required: {
    fr: "Le champ {field} est obligatoire.",
    nl: "Het veld {field} is verplicht.",
    en: "The {field} field is required.",
    de: "Das Feld {field} ist erforderlich."
  },
  not_valid: {
    fr: "La valeur du champ {field} n\u2019est pas valable.",
    nl: "De waarde van het veld {field} is ongeldig.",
    en: "The value of the {field} field is not valid.",
    de: "Der Wert des Feldes {field} ist ung\xFCltig."
  },
  unusable_characters: {
    fr: "Le champ {field} contient des caract\xE8res qui ne peuvent pas \xEAtre enregistr\xE9s.",
    nl: "Het veld {field} bevat tekens die niet kunnen worden bewaard.",
    en: "The {field} field contains characters that cannot be stored.",
    de: "Das Feld {field} enth\xE4lt Zeichen, die nicht gespeichert werden k\xF6nnen."
  },
  not_text: {
    fr: "Le champ {field} doit \xEAtre un texte.",
    nl: "Het veld {field} moet tekst zijn.",
    en: "The {field} field must be text.",
    de: "Das Feld {field} muss ein Text sein."
  },
  text_too_long: {
    fr: "Le champ {field} ne peut d\xE9passer {max, plural, one {# caract\xE8re} other {# caract\xE8res}}.",
    nl: "Het veld {field} mag niet langer zijn dan {max, plural, one {# teken} other {# tekens}}.",
    en: "The {field} field must not be longer than {max, plural, one {# character} other {# characters}}.",
    de: "Das Feld {field} darf h\xF6chstens {max, plural, one {# Zeichen} other {# Zeichen}} lang sein."
  },
  text_too_short: {
    fr: "Le champ {field} doit compter au moins {min, plural, one {# caract\xE8re} other {# caract\xE8res}}.",
    nl: "Het veld {field} moet minstens {min, plural, one {# teken} other {# tekens}} lang zijn.",
    en: "The {field} field must be at least {min, plural, one {# character} other {# characters}} long.",
    de: "Das Feld {field} muss mindestens {min, plural, one {# Zeichen} other {# Zeichen}} lang sein."
  },
  not_an_integer: {
    fr: "Le champ {field} doit \xEAtre un nombre entier.",
    nl: "Het veld {field} moet een geheel getal zijn.",
    en: "The {field} field must be an integer.",
    de: "Das Feld {field} muss eine ganze Zahl sein."
  },
  not_a_number: {
    fr: "Le champ {field} doit \xEAtre un nombre.",
    nl: "Het veld {field} moet een getal zijn.",
    en: "The {field} field must be a number.",
    de: "Das Feld {field} muss eine Zahl sein."
  },
  number_out_of_range: {
    fr: "Le nombre du champ {field} est hors limites.",
    nl: "Het getal in het veld {field} valt buiten de grenzen.",
    en: "The number in the {field} field is out of range.",
    de: "Die Zahl im Feld {field} liegt au\xDFerhalb des zul\xE4ssigen Bereichs."
  },
  too_many_decimals: {
    fr: "Le champ {field} ne peut compter plus de {places, plural, one {# d\xE9cimale} other {# d\xE9cimales}}.",
    nl: "Het veld {field} mag niet meer dan {places, plural, one {# decimaal} other {# decimalen}} hebben.",
    en: "The {field} field must not have more than {places, plural, one {# decimal} other {# decimals}}.",
    de: "Das Feld {field} darf h\xF6chstens {places, plural, one {# Nachkommastelle} other {# Nachkommastellen}} haben."
  },
  number_too_small: {
    fr: "Le champ {field} doit valoir au moins {min}.",
    nl: "Het veld {field} moet minstens {min} zijn.",
    en: "The {field} field must be at least {min}.",
    de: "Das Feld {field} muss mindestens {min} betragen."
  },
  number_too_large: {
    fr: "Le champ {field} ne peut d\xE9passer {max}.",
    nl: "Het veld {field} mag niet groter zijn dan {max}.",
    en: "The {field} field must not be greater than {max}.",
    de: "Das Feld {field} darf h\xF6chstens {max} betragen."
  },
  not_a_boolean: {
    fr: "Le champ {field} doit \xEAtre vrai ou faux.",
    nl: "Het veld {field} moet waar of onwaar zijn.",
    en: "The {field} field must be true or false.",
    de: "Das Feld {field} muss wahr oder falsch sein."
  },
  not_a_date: {
    fr: "Le champ {field} doit \xEAtre une date existante au format AAAA-MM-JJ.",
    nl: "Het veld {field} moet een bestaande datum zijn in de vorm JJJJ-MM-DD.",
    en: "The {field} field must be an existing date in the form YYYY-MM-DD.",
    de: "Das Feld {field} muss ein bestehendes Datum im Format JJJJ-MM-TT sein."
  },
  date_out_of_range: {
    fr: "La date du champ {field} doit se situer entre {min} et {max}.",
    nl: "De datum in het veld {field} moet tussen {min} en {max} liggen.",
    en: "The date in the {field} field must lie between {min} and {max}.",
    de: "Das Datum im Feld {field} muss zwischen {min} und {max} liegen."
  },
  not_a_timestamp: {
    fr: "Le champ {field} doit \xEAtre un horodatage ISO 8601.",
    nl: "Het veld {field} moet een tijdstip volgens ISO 8601 zijn.",
    en: "The {field} field must be an ISO 8601 timestamp.",
    de: "Das Feld {field} muss ein Zeitstempel nach ISO 8601 sein."
  },
  not_one_of: {
    fr: "Le champ {field} doit \xEAtre l\u2019une de ces valeurs : {values}.",
    nl: "Het veld {field} moet een van deze waarden zijn: {values}.",
    en: "The {field} field must be one of: {values}.",
    de: "Das Feld {field} muss einer dieser Werte sein: {values}."
  },
  not_an_email: {
    fr: "Le champ {field} doit \xEAtre une adresse e-mail valable.",
    nl: "Het veld {field} moet een geldig e-mailadres zijn.",
    en: "The {field} field must be a valid e-mail address.",
    de: "Das Feld {field} muss eine g\xFCltige E-Mail-Adresse sein."
  },
  not_a_uuid: {
    fr: "Le champ {field} doit \xEAtre un UUID.",
    nl: "Het veld {field} moet een UUID zijn.",
    en: "The {field} field must be a UUID.",
    de: "Das Feld {field} muss eine UUID sein."
  },
  not_a_url: {
    fr: "Le champ {field} doit \xEAtre une adresse web valable.",
    nl: "Het veld {field} moet een geldig webadres zijn.",
    en: "The {field} field must be a valid web address.",
    de: "Das Feld {field} muss eine g\xFCltige Webadresse sein."
  },
  not_a_public_token: {
    fr: "Le champ {field} doit \xEAtre un identifiant public de 12 lettres ou chiffres.",
    nl: "Het veld {field} moet een publiek kenmerk van 12 letters of cijfers zijn.",
    en: "The {field} field must be a public token of 12 letters or digits.",
    de: "Das Feld {field} muss eine \xF6ffentliche Kennung aus 12 Buchstaben oder Ziffern sein."
  },
  not_an_amount: {
    fr: "Le champ {field} doit \xEAtre un montant, tel que 1234.56.",
    nl: "Het veld {field} moet een bedrag zijn, zoals 1234.56.",
    en: "The {field} field must be an amount, such as 1234.56.",
    de: "Das Feld {field} muss ein Betrag sein, etwa 1234.56."
  },
  amount_too_many_decimals: {
    fr: "Le montant du champ {field} ne peut compter plus de deux d\xE9cimales.",
    nl: "Het bedrag in het veld {field} mag niet meer dan twee decimalen hebben.",
    en: "The amount in the {field} field must not have more than two decimals.",
    de: "Der Betrag im Feld {field} darf h\xF6chstens zwei Nachkommastellen haben."
  },
  amount_too_large: {
    fr: "Le montant du champ {field} ne peut d\xE9passer {max}.",
    nl: "Het bedrag in het veld {field} mag niet groter zijn dan {max}.",
    en: "The amount in the {field} field must not exceed {max}.",
    de: "Der Betrag im Feld {field} darf {max} nicht \xFCbersteigen."
  },
  amount_negative: {
    fr: "Le montant du champ {field} ne peut \xEAtre n\xE9gatif.",
    nl: "Het bedrag in het veld {field} mag niet negatief zijn.",
    en: "The amount in the {field} field must not be negative.",
    de: "Der Betrag im Feld {field} darf nicht negativ sein."
  },
  not_a_list: {
    fr: "Le champ {field} doit \xEAtre une liste.",
    nl: "Het veld {field} moet een lijst zijn.",
    en: "The {field} field must be a list.",
    de: "Das Feld {field} muss eine Liste sein."
  },
  list_too_long: {
    fr: "La liste {field} ne peut compter plus de {max, plural, one {# \xE9l\xE9ment} other {# \xE9l\xE9ments}}.",
    nl: "De lijst {field} mag niet meer dan {max, plural, one {# element} other {# elementen}} bevatten.",
    en: "The {field} list must not have more than {max, plural, one {# item} other {# items}}.",
    de: "Die Liste {field} darf h\xF6chstens {max, plural, one {# Element} other {# Elemente}} enthalten."
  },
  list_too_short: {
    fr: "La liste {field} doit compter au moins {min, plural, one {# \xE9l\xE9ment} other {# \xE9l\xE9ments}}.",
    nl: "De lijst {field} moet minstens {min, plural, one {# element} other {# elementen}} bevatten.",
    en: "The {field} list must have at least {min, plural, one {# item} other {# items}}.",
    de: "Die Liste {field} muss mindestens {min, plural, one {# Element} other {# Elemente}} enthalten."
  },
  not_an_object: {
    fr: "Le champ {field} doit \xEAtre un objet.",
    nl: "Het veld {field} moet een object zijn.",
    en: "The {field} field must be an object.",
    de: "Das Feld {field} muss ein Objekt sein."
  }
};

// api/i18n/catalogue.ts
var catalogue = { ...http, ...validation, ...auth, ...records, ...ledger, ...companies };
function isMessageKey(key) {
  return Object.hasOwn(catalogue, key);
}

// api/i18n/translate.ts
var compiled = /* @__PURE__ */ new Map();
function translate(key, language, params = {}) {
  if (!isMessageKey(key)) return translate("refused", language, { code: key });
  const source = catalogue[key][language];
  if (!source.includes("{")) return source;
  const id2 = `${language}:${key}`;
  let message = compiled.get(id2);
  if (message === void 0) {
    message = new IntlMessageFormat(source, language, void 0, { ignoreTag: true });
    compiled.set(id2, message);
  }
  try {
    return String(message.format(params));
  } catch {
    return source.replace(/\{(\w+)[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, (_, name2) => String(params[name2] ?? name2));
  }
}

// api/http/errors.ts
var STATUSES = {
  invalid_json: 400,
  authorization_repeated: 400,
  unauthenticated: 401,
  token_ability_missing: 403,
  session_token_required: 403,
  role_too_low: 403,
  demo_mode: 403,
  signature_invalid: 403,
  not_found: 404,
  method_not_allowed: 405,
  body_timeout: 408,
  conflict: 409,
  request_in_progress: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  sign_in_locked: 429,
  server_error: 500,
  database_unavailable: 503,
  event_log_unavailable: 503,
  overloaded: 503,
  projection_delayed: 503,
  projection_halted: 503,
  demo_unavailable: 503
};
var UNSPOKEN_CODES = /* @__PURE__ */ new Set(["unauthenticated", "not_found", "server_error"]);
function refusal(code, details = {}) {
  const { headers, facts, ...problem } = details;
  return { ...refuse(code, problem, facts), ...headers && { headers } };
}
function statusOf({ code }) {
  if (code === void 0 || !Object.hasOwn(STATUSES, code)) return 422;
  return STATUSES[code];
}
function errorBody(refused, language) {
  const messages = refused.problems.map((problem) => messageOf(problem, language));
  const first = messages[0] ?? translate(refused.code ?? "not_valid", language);
  const message = messages.length > 1 ? translate("more_errors", language, { first, count: messages.length - 1 }) : first;
  const errors = statusOf(refused) === 422 || refused.problems.some((problem) => problem.field !== void 0);
  return {
    message,
    ...refused.code !== void 0 && !UNSPOKEN_CODES.has(refused.code) && { code: refused.code },
    ...refused.facts,
    ...errors && { errors: byField(refused.problems, messages) }
  };
}
function problemDetails(refused, language, docsUrl, instance) {
  const { message, ...facts } = errorBody(refused, language);
  const status = statusOf(refused);
  return {
    type: facts.code === void 0 ? "about:blank" : `${docsUrl}#${facts.code}`,
    title: STATUS_CODES[status] ?? "Error",
    status,
    detail: message,
    instance,
    ...facts
  };
}
function messageOf(problem, language) {
  return translate(problem.code, language, { field: problem.field ?? "", ...problem.params });
}
function byField(problems, messages) {
  const errors = /* @__PURE__ */ new Map();
  problems.forEach(({ field: field2 }, index) => {
    if (field2 === void 0) return;
    const known = errors.get(field2);
    if (known) known.push(messages[index]);
    else errors.set(field2, [messages[index]]);
  });
  return Object.fromEntries(errors);
}

// api/http/route.ts
function route(declaration) {
  return declaration;
}

// api/documentation/openapi.ts
import { STATUS_CODES as STATUS_CODES2 } from "node:http";

// api/documentation/schemas.ts
import { z } from "zod";
function createSchemaCollector() {
  const components = {};
  const convert = (schema, io) => {
    const suffix = io === "input" ? "Input" : "";
    const { $schema: _dialect, $defs, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
    const rename = (name2) => `${name2}${suffix}`;
    for (const [name2, definition] of Object.entries($defs ?? {})) {
      components[rename(name2)] = withoutId(refersToComponents(definition, rename));
    }
    const id2 = schema.meta()?.id;
    const converted = refersToComponents(json, rename);
    if (id2 === void 0 || "$ref" in converted) return converted;
    components[rename(id2)] = withoutId(converted);
    return { $ref: componentRef(rename(id2)) };
  };
  return {
    components,
    input: (schema) => convert(schema, "input"),
    output: (schema) => convert(schema, "output")
  };
}
var componentRef = (name2) => `#/components/schemas/${name2}`;
function withoutId({ id: _id, ...json }) {
  return json;
}
function refersToComponents(value, rename) {
  if (Array.isArray(value)) return value.map((item) => refersToComponents(item, rename));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === "$ref" && typeof member === "string" ? member.replace(/^#\/\$defs\/(.+)$/, (_, name2) => componentRef(rename(name2))) : refersToComponents(member, rename)
    ])
  );
}

// api/documentation/shared.ts
var text = (maxLength) => ({ type: "string", ...maxLength !== void 0 && { maxLength } });
var header = (name2, schema, description) => ({
  name: name2,
  in: "header",
  required: false,
  schema,
  description
});
var publicToken = (name2, what) => ({
  name: name2,
  in: "path",
  required: true,
  schema: { type: "string", pattern: "^[A-Za-z0-9]{12}$" },
  description: `Public token of the ${what}. One that the caller cannot see answers 404.`
});
var PARAMETERS = {
  company: publicToken("company", "company file"),
  firm: publicToken("firm", "firm"),
  AcceptLanguage: header(
    "Accept-Language",
    { type: "string", examples: ["fr", "nl", "en", "de"] },
    "Language of messages and labels. The stored language of the user wins."
  ),
  ClientMutationId: header(
    "X-Client-Mutation-Id",
    text(64),
    "Idempotence key (alias: Idempotency-Key). A repetition answers 200 with the memorised body (an empty one after a 204) and X-Idempotent-Replay: 1; nothing is executed twice."
  ),
  BaseVersion: header(
    "X-Base-Version",
    { type: "integer", minimum: 0 },
    "Version of the record last read (alias: If-Match with the ETag). When the record has moved on: 409 conflict, and nothing changes."
  ),
  OperationId: header(
    "X-Operation-Id",
    { type: "string", format: "uuid" },
    "Groups the changes of the request in the history; generated when absent."
  ),
  DeviceId: header("X-Device-Id", text(64), "Installation or integration that makes the change."),
  DeviceName: header("X-Device-Name", text(), "Readable name of the device, percent-encoded, 120 characters at most."),
  OccurredAt: header(
    "X-Occurred-At",
    { type: "string", format: "date-time" },
    "Client time of the action, kept within 24 hours around the time of the server."
  ),
  Origin: header("X-Origin", text(64), "offline_sync when an action made offline is replayed.")
};
var WRITE_PARAMETERS = [
  "ClientMutationId",
  "BaseVersion",
  "OperationId",
  "DeviceId",
  "DeviceName",
  "OccurredAt",
  "Origin"
];
var HEADERS = {
  RequestId: { schema: text(), description: "Id of the request, as in the logs of the service." },
  OperationId: {
    schema: { type: "string", format: "uuid" },
    description: "Operation under which changes were recorded; absent when nothing was."
  },
  IdempotentReplay: {
    schema: { type: "string", const: "1" },
    description: "The memorised answer of an earlier request."
  },
  ETag: { schema: text(), description: 'Version of the record answered, as "v<version>".' },
  RateLimit: { schema: { type: "integer" }, description: "Requests allowed a minute." },
  RateLimitRemaining: { schema: { type: "integer" }, description: "Requests left in this minute." },
  RateLimitReset: { schema: { type: "integer" }, description: "End of this minute, in Unix seconds." },
  RetryAfter: { schema: { type: "integer" }, description: "Seconds to wait before trying again." },
  Allow: { schema: text(), description: "Methods that this address knows." }
};
var ERROR_SCHEMA = {
  type: "object",
  required: ["message"],
  properties: {
    message: { type: "string", description: "In the language of the caller." },
    code: { type: "string", description: "Stable reason for machines, where one exists." },
    errors: {
      type: "object",
      description: "Messages by dotted path of the field, such as lines.0.account_id.",
      additionalProperties: { type: "array", items: { type: "string" } }
    }
  },
  additionalProperties: true
};
var PROBLEM_SCHEMA = {
  type: "object",
  description: "The same facts as RFC 9457 has them, for those who accept application/problem+json.",
  required: ["type", "title", "status", "detail", "instance"],
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string" },
    instance: { type: "string" },
    code: { type: "string" },
    errors: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } }
  },
  additionalProperties: true
};
var errorResponse = (description, headers = {}) => ({
  description,
  headers: { "X-Request-Id": { $ref: "#/components/headers/RequestId" }, ...headers },
  content: {
    "application/json": { schema: { $ref: "#/components/schemas/Error" } },
    "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } }
  }
});
var retryAfter = { "Retry-After": { $ref: "#/components/headers/RetryAfter" } };
var RESPONSES = {
  400: errorResponse("The body is not valid JSON (`invalid_json`), or the Authorization header comes twice."),
  401: errorResponse("The token is missing, unknown, revoked or expired."),
  403: errorResponse(
    "The token lacks the ability (`token_ability_missing`, `session_token_required`), the role is too low (`role_too_low`), or the operation is closed in demo mode (`demo_mode`)."
  ),
  404: errorResponse("Unknown, or not visible to the caller."),
  405: errorResponse("The address exists, the method does not.", { Allow: { $ref: "#/components/headers/Allow" } }),
  408: errorResponse("The body did not arrive in time."),
  409: errorResponse(
    "The record has moved on since the version given (`conflict`, with `server_version` and `server_data`), or the same request is still running (`request_in_progress`)."
  ),
  413: errorResponse("The body is too large."),
  415: errorResponse("The body is not JSON in UTF-8."),
  422: errorResponse("Fields or headers are wrong, or a rule of accounting is broken; `errors` tells them all."),
  429: errorResponse("Too many requests.", retryAfter),
  500: errorResponse("An internal error. The request id leads to it in the logs."),
  503: errorResponse(
    "Temporarily unavailable; always with a code (`database_unavailable`, `event_log_unavailable`, `overloaded`, \u2026).",
    retryAfter
  )
};

// api/documentation/openapi.ts
var DESCRIPTION = `Accounting for firms and their company files in Belgium, France and Luxembourg.

Requests and answers are JSON in UTF-8. A token is sent as \`Authorization: Bearer <token>\`. Firms and company files are
addressed by their public token, every other record by its integer id. Amounts are decimal strings with two places.
Messages come in French, Dutch, English and German.`;
function openApiDocument(routes, baseUrl) {
  const schemas = createSchemaCollector();
  const paths = {};
  for (const route2 of routes) {
    (paths[route2.path] ??= {})[route2.method] = operationOf(route2, schemas);
  }
  return {
    openapi: "3.1.0",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    info: {
      title: "Grandlivre",
      version: "1.0.0",
      description: DESCRIPTION,
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" }
    },
    servers: [{ url: baseUrl }],
    security: [{ bearer: [] }],
    tags: [...new Set(routes.map((route2) => route2.area))].map((name2) => ({ name: name2 })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "A session token or an integration token." }
      },
      parameters: PARAMETERS,
      headers: HEADERS,
      responses: Object.fromEntries(
        Object.entries(RESPONSES).map(([status, response]) => [responseName(status), response])
      ),
      schemas: { Error: ERROR_SCHEMA, Problem: PROBLEM_SCHEMA, ...schemas.components }
    }
  };
}
var responseName = (status) => `Status${status}`;
function operationOf(route2, schemas) {
  const parameters = parametersOf(route2, schemas);
  return {
    operationId: operationIdOf(route2),
    tags: [route2.area],
    summary: route2.summary,
    description: accessSentence(route2),
    ...isOpen(route2) && { security: [] },
    ...parameters.length > 0 && { parameters },
    ...route2.body && {
      requestBody: { required: true, content: { "application/json": { schema: schemas.input(route2.body) } } }
    },
    responses: { ...successesOf(route2, schemas), ...errorsOf(route2) }
  };
}
var isOpen = ({ ability }) => ability === "public" || ability === "signed";
function operationIdOf({ method, path }) {
  const words = path.split("/").filter(Boolean);
  const name2 = words.map((word) => word.startsWith("{") ? `By${capitalised(word.slice(1, -1))}` : capitalised(word));
  return method + (name2.join("") || "Root");
}
var capitalised = (text3) => text3.split(/[^A-Za-z0-9]+/).map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
var ABILITIES = {
  public: "Public.",
  read: "Needs the ability `read`.",
  write: "Needs the ability `write`.",
  sync: "Needs the ability `sync`.",
  session: "Needs a session token.",
  signed: "Opened by a signed URL.",
  bridge: "Reserved to the external platform."
};
function accessSentence(route2) {
  const sentences = [ABILITIES[route2.ability]];
  if (route2.role === "platform") sentences.push("For platform admins.");
  else if (route2.role !== "any") sentences.push(`Role \`${route2.role}\` or higher.`);
  if (route2.demo === "blocked") sentences.push("Not in demo.");
  if (route2.perMinute !== void 0) sentences.push(`At most ${route2.perMinute} a minute.`);
  return sentences.join(" ");
}
function parametersOf(route2, schemas) {
  const isWrite = route2.method !== "get";
  return [
    ...pathParameters(route2, schemas),
    ...propertiesOf(route2.query && schemas.input(route2.query)).map(([name2, schema, required]) => ({
      name: name2,
      in: "query",
      required,
      schema
    })),
    reference("AcceptLanguage"),
    ...isWrite ? WRITE_PARAMETERS.map(reference) : []
  ];
}
var reference = (name2) => ({ $ref: `#/components/parameters/${name2}` });
function pathParameters(route2, schemas) {
  const declared = new Map(
    propertiesOf(route2.params && schemas.input(route2.params)).map(([name2, schema]) => [name2, schema])
  );
  return [...route2.path.matchAll(/\{(\w+)\}/g)].map(([, name2 = ""]) => {
    if (!declared.has(name2) && name2 in PARAMETERS) return reference(name2);
    return { name: name2, in: "path", required: true, schema: declared.get(name2) ?? { type: "string" } };
  });
}
function propertiesOf(schema) {
  const required = schema?.["required"] ?? [];
  return Object.entries(schema?.["properties"] ?? {}).map(([name2, property]) => [
    name2,
    property,
    required.includes(name2)
  ]);
}
function successesOf(route2, schemas) {
  const headers = successHeaders(route2);
  return Object.fromEntries(
    Object.entries(route2.replies).map(([status, schema]) => [
      status,
      {
        description: STATUS_CODES2[status] ?? "Answer",
        headers,
        ...schema && { content: { "application/json": { schema: schemas.output(schema) } } }
      }
    ])
  );
}
function successHeaders(route2) {
  const header2 = (name2) => ({ $ref: `#/components/headers/${name2}` });
  return {
    "X-Request-Id": header2("RequestId"),
    ...route2.method !== "get" && {
      "X-Operation-Id": header2("OperationId"),
      "X-Idempotent-Replay": header2("IdempotentReplay")
    },
    ...route2.params && { ETag: header2("ETag") },
    ...route2.perMinute !== void 0 && {
      "X-RateLimit-Limit": header2("RateLimit"),
      "X-RateLimit-Remaining": header2("RateLimitRemaining"),
      "X-RateLimit-Reset": header2("RateLimitReset")
    }
  };
}
function errorsOf(route2) {
  const isWrite = route2.method !== "get";
  const statuses = [
    ...route2.body || !isOpen(route2) ? [400] : [],
    ...isOpen(route2) ? [] : [401],
    ...route2.ability === "public" ? [] : [403],
    ...route2.path.includes("{") ? [404] : [],
    405,
    ...isWrite ? [409] : [],
    ...route2.body ? [408, 413, 415] : [],
    ...isWrite || route2.query ? [422] : [],
    ...route2.perMinute === void 0 ? [] : [429],
    500,
    503
  ];
  return Object.fromEntries(statuses.map((status) => [status, errorOf(route2, status)]));
}
function errorOf(route2, status) {
  if (status !== 422 || !route2.errorCodes?.length) return { $ref: `#/components/responses/${responseName(status)}` };
  const codes = route2.errorCodes.map((code) => `\`${code}\``).join(", ");
  return { ...RESPONSES[422], description: `${String(RESPONSES[422]?.["description"])} Codes: ${codes}.` };
}

// api/documentation/page.ts
var PAGE = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Grandlivre API</title>
  <link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
  <link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
  <div id="documentation"></div>
  <script src="/docs/swagger-ui-bundle.js"></script>
  <script src="/docs/start.js"></script>
</body>
</html>
`;
var START_SCRIPT = `window.addEventListener('load', () => {
  window.ui = SwaggerUIBundle({
    url: '/openapi.json',
    dom_id: '#documentation',
    deepLinking: true,
    docExpansion: 'none',
    filter: true,
    persistAuthorization: false,
    validatorUrl: null,
  });
});
`;
var PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ");
var ASSETS = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "favicon-32x32.png": "image/png"
};

// api/documentation/routes.ts
var PUBLIC = { method: "get", area: "documentation", ability: "public", role: "any", demo: "allowed" };
var PUBLIC_CACHE = "public, max-age=300";
function documentationRoutes(routes, baseUrl) {
  let document;
  return [
    route({
      ...PUBLIC,
      path: "/openapi.json",
      summary: "The OpenAPI document",
      replies: { 200: z2.unknown() },
      handle: () => document ??= file(JSON.stringify(openApiDocument(routes, baseUrl)), "application/json; charset=utf-8")
    }),
    route({
      ...PUBLIC,
      path: "/docs",
      summary: "The documentation page",
      replies: { 200: z2.string() },
      handle: () => file(PAGE, "text/html; charset=utf-8", { "Content-Security-Policy": PAGE_POLICY })
    }),
    route({
      ...PUBLIC,
      path: "/docs/start.js",
      summary: "The script of the documentation page",
      replies: { 200: z2.string() },
      handle: () => file(START_SCRIPT, "text/javascript; charset=utf-8")
    }),
    route({
      ...PUBLIC,
      path: "/docs/{asset}",
      summary: "The files of the documentation page",
      params: z2.object({ asset: z2.string() }),
      replies: { 200: z2.string() },
      handle: ({ params }) => asset(params.asset)
    })
  ];
}
function file(content, type, headers = {}) {
  const etag = `"${hash("sha256", content, "hex").slice(0, 32)}"`;
  return {
    status: 200,
    raw: content,
    headers: { "Content-Type": type, "Cache-Control": PUBLIC_CACHE, ETag: etag, ...headers }
  };
}
var assets = /* @__PURE__ */ new Map();
async function asset(name2) {
  const type = Object.hasOwn(ASSETS, name2) ? ASSETS[name2] : void 0;
  if (type === void 0) return refusal("not_found");
  let reply = assets.get(name2);
  if (reply === void 0) {
    reply = readFile(join(packageFolder(), name2)).then((content) => file(content, type));
    reply.catch(() => assets.delete(name2));
    assets.set(name2, reply);
  }
  return reply;
}
var packageFolder = () => dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));

// api/http/answer.ts
import { pipeline } from "node:stream/promises";
var JSON_TYPE = "application/json; charset=utf-8";
var PROBLEM_JSON = "application/problem+json";
function answerOf(reply, call) {
  const headers = {};
  if (reply.version !== void 0) headers["ETag"] = `"v${reply.version}"`;
  if (reply.recorded === true && call.knownWrite !== null) headers["X-Operation-Id"] = call.knownWrite.operationId;
  if (reply.raw !== void 0)
    return { status: reply.status, headers: { ...headers, ...reply.headers }, body: reply.raw };
  if (reply.body === void 0) return { status: reply.status, headers: { ...headers, ...reply.headers }, body: null };
  headers["Content-Type"] = JSON_TYPE;
  if (reply.headers) Object.assign(headers, reply.headers);
  return { status: reply.status, headers, body: JSON.stringify(reply.body) };
}
function answerOfRefusal(refused, call, docsUrl) {
  const asProblem = call.request.headers.accept?.includes(PROBLEM_JSON) === true;
  return {
    status: statusOf(refused),
    headers: { "Content-Type": asProblem ? PROBLEM_JSON : JSON_TYPE, ...refused.headers },
    body: JSON.stringify(
      asProblem ? problemDetails(refused, call.language, docsUrl, call.path) : errorBody(refused, call.language)
    )
  };
}
function isNotModified({ status, headers }, ifNoneMatch) {
  if (ifNoneMatch === void 0 || status !== 200) return false;
  const etag = headers["ETag"];
  if (etag === void 0) return false;
  return ifNoneMatch.split(",").some((candidate) => ["*", etag, `W/${etag}`].includes(candidate.trim()));
}
function createSend(sharedHeaders) {
  const shared = Object.entries({
    ...sharedHeaders,
    "Cache-Control": "private, no-cache",
    Vary: "Accept-Language"
  }).flat();
  const sharedNames = new Set(shared.filter((_, index) => index % 2 === 0).map((name2) => name2.toLowerCase()));
  return (response, answer, call, closing) => {
    let lines = [...shared, "X-Request-Id", call.requestId, "Content-Language", call.language];
    lines = addHeaders(lines, answer.headers, sharedNames);
    if (call.answerHeaders !== null) lines = addHeaders(lines, call.answerHeaders, sharedNames);
    if (closing) response.shouldKeepAlive = false;
    const { body: body2 } = answer;
    if (body2 === null || typeof body2 === "string" || body2 instanceof Uint8Array) {
      sendWhole(response, answer.status, lines, body2, call.request.method === "HEAD");
      return void 0;
    }
    return sendStream(response, answer.status, lines, body2, call.request.method === "HEAD");
  };
}
function addHeaders(lines, headers, sharedNames) {
  let result = lines;
  for (const name2 in headers) {
    if (sharedNames.has(name2.toLowerCase())) result = withoutHeader(result, name2.toLowerCase());
    result.push(name2, headers[name2]);
  }
  return result;
}
function withoutHeader(lines, name2) {
  const kept = [];
  for (let index = 0; index < lines.length; index += 2) {
    if (lines[index].toLowerCase() !== name2) kept.push(lines[index], lines[index + 1]);
  }
  return kept;
}
function sendWhole(response, status, lines, body2, head) {
  if (status !== 204 && status !== 304) {
    lines.push("Content-Length", String(body2 === null ? 0 : Buffer.byteLength(body2)));
  }
  response.writeHead(status, lines);
  if (body2 === null || head || status === 204 || status === 304) response.end();
  else response.end(body2);
}
async function sendStream(response, status, lines, body2, head) {
  response.writeHead(status, lines);
  if (head) {
    body2.destroy();
    response.end();
    return;
  }
  await pipeline(body2, response);
}

// api/http/body.ts
import { isUtf8 } from "node:buffer";
var DEFAULT_MAX_BODY_BYTES = 1024 * 1024;
var MAX_BODY_DEPTH = 64;
var BODY_TIMEOUT_MS = 3e4;
var MAX_DROPPED_BYTES = 32 * 1024 * 1024;
var BYTE_ORDER_MARK = 65279;
var NO_BODY = { value: {} };
async function readJsonBody(request, maxBytes) {
  const { headers } = request;
  const declaredBytes = headers["content-length"];
  if (declaredBytes === void 0 && headers["transfer-encoding"] === void 0) return NO_BODY;
  if (declaredBytes === "0") return NO_BODY;
  if (!isJsonInUtf8(headers["content-type"]) || (headers["content-encoding"] ?? "identity") !== "identity") {
    dropBody(request);
    return { refused: refusal("unsupported_media_type") };
  }
  if (declaredBytes !== void 0 && Number(declaredBytes) > maxBytes) {
    dropBody(request);
    return { refused: tooLarge(maxBytes) };
  }
  const bytes = arrivedBytes(request) ?? await readBytes(request, maxBytes);
  if (!Buffer.isBuffer(bytes)) return { refused: bytes };
  return bytes.length > maxBytes ? { refused: tooLarge(maxBytes) } : parseJson(bytes);
}
function isJsonInUtf8(contentType) {
  if (contentType === "application/json") return true;
  if (contentType === void 0) return false;
  const [type = "", ...params] = contentType.toLowerCase().split(";");
  if (!/^application\/(json|[a-z0-9.-]+\+json)$/.test(type.trim())) return false;
  const charset = params.map((param) => param.trim()).find((param) => param.startsWith("charset="));
  return charset === void 0 || ["utf-8", "utf8", '"utf-8"'].includes(charset.slice(8));
}
var tooLarge = (maxBytes) => refusal("body_too_large", { params: { max: maxBytes } });
function arrivedBytes(request) {
  if (request.complete) return request.read();
  if (request.destroyed) throw new RequestAborted();
  return null;
}
function readBytes(request, maxBytes) {
  return new Promise((resolve2, reject) => {
    const chunks = [];
    let length = 0;
    const timer = setTimeout(
      () => finish(refusal("body_timeout", { headers: { Connection: "close" } })),
      BODY_TIMEOUT_MS
    );
    const onData = (chunk) => {
      length += chunk.length;
      if (length > maxBytes) finish(tooLarge(maxBytes));
      else chunks.push(chunk);
    };
    const onEnd = () => finish(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, length));
    const onBroken = (error) => {
      clearTimeout(timer);
      reject(new RequestAborted(error));
    };
    const finish = (result) => {
      clearTimeout(timer);
      request.off("data", onData).off("end", onEnd).off("error", onBroken).off("close", onBroken);
      if (!Buffer.isBuffer(result)) dropBody(request);
      resolve2(result);
    };
    request.on("data", onData).on("end", onEnd).on("error", onBroken).on("close", onBroken);
  });
}
var RequestAborted = class extends Error {
  constructor(cause) {
    super("The client closed the connection before its request was complete", { cause });
    this.name = "RequestAborted";
  }
};
function dropBody(request) {
  let dropped = 0;
  request.on("error", () => {
  });
  request.on("data", (chunk) => {
    dropped += chunk.length;
    if (dropped > MAX_DROPPED_BYTES) request.destroy();
  });
}
function parseJson(bytes) {
  if (bytes.length === 0) return NO_BODY;
  if (!isUtf8(bytes)) return { refused: refusal("invalid_json") };
  let text3 = bytes.toString("utf8");
  if (text3.charCodeAt(0) === BYTE_ORDER_MARK) text3 = text3.slice(1);
  let value;
  try {
    value = JSON.parse(text3);
  } catch {
    return { refused: refusal("invalid_json") };
  }
  return normaliseJson(value, text3.includes("\\u"));
}
function normaliseJson(value, suspiciousStrings = true) {
  const holder = [value];
  if (normalise(holder, 0, suspiciousStrings)) return { value: holder[0] ?? {} };
  const problems = [];
  collectProblems(value, "", 1, problems);
  const first = problems[0];
  if (first?.code === "body_too_deep") return { refused: refusal("body_too_deep", { params: first.params }) };
  return { refused: invalid(problems) };
}
function normalise(container, depth, suspiciousStrings) {
  if (depth > MAX_BODY_DEPTH) return false;
  if (Array.isArray(container)) {
    for (let index = 0; index < container.length; index++) {
      const item = container[index];
      if (typeof item === "string") {
        if (suspiciousStrings && !isStorable(item)) return false;
        container[index] = tidy(item);
      } else if (!isAcceptable(item, depth, suspiciousStrings)) return false;
    }
    return true;
  }
  for (const key in container) {
    if (key === "__proto__" || key === "constructor" || key === "prototype") {
      delete container[key];
      continue;
    }
    if (suspiciousStrings && !isStorable(key)) return false;
    const member = container[key];
    if (typeof member === "string") {
      if (suspiciousStrings && !isStorable(member)) return false;
      const tidied = tidy(member);
      if (tidied !== member && !isSecret(key)) container[key] = tidied;
    } else if (!isAcceptable(member, depth, suspiciousStrings)) return false;
  }
  return true;
}
function isAcceptable(value, depth, suspiciousStrings) {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value !== "object" || value === null || normalise(value, depth + 1, suspiciousStrings);
}
var SPACE = 32;
var LAST_PLAIN = 126;
function tidy(text3) {
  if (text3 === "") return null;
  const first = text3.charCodeAt(0);
  const last = text3.charCodeAt(text3.length - 1);
  if (first > SPACE && first <= LAST_PLAIN && last > SPACE && last <= LAST_PLAIN) return text3;
  const trimmed = text3.trim();
  return trimmed === "" ? null : trimmed;
}
var isSecret = (key) => key.toLowerCase().includes("password");
var isStorable = (text3) => !/[\0\p{Surrogate}]/u.test(text3);
function collectProblems(value, field2, depth, problems) {
  const place = field2 === "" ? "body" : field2;
  if (typeof value === "string" && !isStorable(value)) problems.push({ code: "unusable_characters", field: place });
  if (typeof value === "number" && !Number.isFinite(value))
    problems.push({ code: "number_out_of_range", field: place });
  if (typeof value !== "object" || value === null) return;
  if (depth > MAX_BODY_DEPTH) {
    problems.unshift({ code: "body_too_deep", params: { max: MAX_BODY_DEPTH } });
    return;
  }
  for (const [key, member] of Object.entries(value)) {
    if (problems.length >= MAX_PROBLEMS || problems[0]?.code === "body_too_deep") return;
    if (isStorable(key)) collectProblems(member, field2 === "" ? key : `${field2}.${key}`, depth + 1, problems);
    else problems.push({ code: "unusable_characters", field: place });
  }
}
var MAX_PROBLEMS = 100;

// domain/language.ts
var LANGUAGES = ["fr", "nl", "en", "de"];
function isLanguage(value) {
  return LANGUAGES.includes(value);
}

// api/http/client-address.ts
function clientAddress(request, trustedProxies) {
  const socketAddress = plainAddress(request.socket.remoteAddress ?? "unknown");
  if (trustedProxies <= 0) return socketAddress;
  const header2 = request.headers["x-forwarded-for"];
  if (header2 === void 0) return socketAddress;
  const hops = (Array.isArray(header2) ? header2.join(",") : header2).split(",");
  const hop = hops[Math.max(hops.length - trustedProxies, 0)]?.trim();
  return hop ? plainAddress(hop.slice(0, 64)) : socketAddress;
}
var plainAddress = (address) => address.startsWith("::ffff:") ? address.slice(7) : address;

// api/http/language.ts
var DEFAULT_LANGUAGE = "fr";
var remembered = /* @__PURE__ */ new Map();
var MAX_REMEMBERED = 500;
var MAX_HEADER_LENGTH = 200;
function acceptedLanguage(header2) {
  if (header2 === void 0 || header2.length > MAX_HEADER_LENGTH) return null;
  const known = remembered.get(header2);
  if (known !== void 0) return known;
  const found = bestLanguage(header2);
  if (remembered.size < MAX_REMEMBERED) remembered.set(header2, found);
  return found;
}
function bestLanguage(header2) {
  let best = null;
  let bestQuality = 0;
  for (const range2 of header2.split(",")) {
    const [tag = "", ...params] = range2.trim().toLowerCase().split(";");
    const language = tag.split("-")[0].trim();
    const quality = qualityOf(params);
    if (isLanguage(language) && quality > bestQuality) {
      best = language;
      bestQuality = quality;
    }
  }
  return best;
}
function qualityOf(params) {
  const text3 = params.map((param) => param.trim()).find((param) => param.startsWith("q="));
  if (text3 === void 0) return 1;
  const quality = Number(text3.slice(2));
  return quality >= 0 && quality <= 1 ? quality : 0;
}

// api/http/query.ts
import { parse } from "node:querystring";
var MAX_PARAMETERS = 200;
function parseQuery(search) {
  const query = /* @__PURE__ */ Object.create(null);
  const parsed = parse(search, "&", "=", { maxKeys: MAX_PARAMETERS });
  for (const name2 in parsed) {
    const value = parsed[name2];
    if (name2.endsWith("[]")) {
      const list2 = (Array.isArray(value) ? value : [value ?? ""]).map((item) => item.trim()).filter((item) => item !== "");
      if (list2.length > 0) query[name2.slice(0, -2)] = list2;
      continue;
    }
    const text3 = (Array.isArray(value) ? value.at(-1) : value)?.trim();
    if (text3) query[name2] = text3;
  }
  return query;
}
function queryParameter(search, name2) {
  if (search === "" || !search.includes(name2)) return void 0;
  const value = parseQuery(search)[name2];
  return typeof value === "string" ? value : void 0;
}

// api/http/call.ts
var Call = class {
  request;
  requestId;
  path;
  search;
  /** Headers that the answer gets whatever it is, such as those of a rate limit. */
  answerHeaders = null;
  params = void 0;
  query = void 0;
  body = void 0;
  /** The body as it came, before its schema: what an idempotence key is bound to. */
  json = null;
  knownCaller = null;
  knownCompany = null;
  knownFirm = null;
  knownWrite = null;
  /** The last resort of language negotiation, when it had to be looked up. */
  firmLanguage = null;
  #settings;
  #language = null;
  constructor(request, requestId, path, search, settings) {
    this.request = request;
    this.requestId = requestId;
    this.path = path;
    this.search = search;
    this.#settings = settings;
  }
  get services() {
    return this.#settings.services;
  }
  get ip() {
    return clientAddress(this.request, this.#settings.trustProxy);
  }
  get pathUrl() {
    return this.#settings.baseUrl + this.path;
  }
  get caller() {
    return this.knownCaller ?? missing("caller");
  }
  get company() {
    return this.knownCompany ?? missing("company file");
  }
  get firm() {
    return this.knownFirm ?? missing("firm");
  }
  get write() {
    return this.knownWrite ?? missing("write context");
  }
  /** The user's stored language, else `lang`, else the header, else the firm's. */
  get language() {
    return this.knownCaller?.locale ?? (this.#language ??= this.askedLanguage() ?? this.lastResortLanguage());
  }
  askedLanguage() {
    const lang = queryParameter(this.search, "lang");
    return isLanguage(lang) ? lang : acceptedLanguage(this.request.headers["accept-language"]);
  }
  lastResortLanguage() {
    return this.knownFirm?.locale ?? this.firmLanguage ?? DEFAULT_LANGUAGE;
  }
};
function missing(what) {
  throw new Error(`This route has no ${what}: its declaration does not ask for one`);
}

// api/http/metrics.ts
import { Histogram, Registry, collectDefaultMetrics } from "prom-client";
import { z as z3 } from "zod";
var BUCKETS_SECONDS = [1e-3, 25e-4, 5e-3, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time to answer a request, by route and status",
    labelNames: ["method", "route", "status"],
    buckets: BUCKETS_SECONDS,
    registers: [registry]
  });
  return {
    registry,
    observeRequest: (method, route2, status, seconds) => duration.observe({ method, route: route2, status }, seconds)
  };
}
function metricsRoute({ registry }) {
  return route({
    method: "get",
    path: "/metrics",
    area: "meta",
    summary: "Measurements for Prometheus",
    ability: "public",
    role: "any",
    demo: "allowed",
    replies: { 200: z3.string() },
    handle: async () => ({
      status: 200,
      raw: await registry.metrics(),
      headers: { "Content-Type": registry.contentType }
    })
  });
}

// api/http/access.ts
var ROLES = ["reviewer", "encoder", "manager", "admin"];

// api/http/fields.ts
import { z as z4 } from "zod";

// domain/money.ts
import { Decimal } from "decimal.js";
var MAX_AMOUNT = "999999999999.99";

// api/http/time.ts
function formatTimestamp(instant) {
  if (typeof instant !== "string") return `${instant.toISOString().slice(0, -1)}000Z`;
  if (instant.length === 10) return zeroTime(instant);
  if (instant.length === 27 && instant.charCodeAt(26) === 90 && instant.charCodeAt(19) === 46) return instant;
  const parts = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,6})\d*)?(?:Z|\+00(?::?00)?)$/.exec(instant);
  if (parts) return `${parts[1]}T${parts[2]}.${(parts[3] ?? "").padEnd(6, "0")}Z`;
  return formatTimestamp(new Date(instant));
}
var zeroTime = (plainDate2) => `${plainDate2}T00:00:00.000000Z`;
var TIMESTAMP = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?$/i;
function parseTimestamp(text3) {
  const parts = TIMESTAMP.exec(text3);
  if (!parts || !isCalendarDate(text3.slice(0, 10))) return void 0;
  if (Number(parts[4]) > 23 || Number(parts[5]) > 59 || Number(parts[6] ?? 0) > 59) return void 0;
  const milliseconds = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text3) ? text3 : `${text3}Z`);
  return Number.isNaN(milliseconds) ? void 0 : milliseconds;
}
var DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
function isCalendarDate(text3) {
  if (!/^\d{4}-\d\d-\d\d$/.test(text3)) return false;
  const year = Number(text3.slice(0, 4));
  const month = Number(text3.slice(5, 7));
  const day = Number(text3.slice(8, 10));
  if (month < 1 || month > 12 || day < 1) return false;
  const leapDay = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0;
  return day <= DAYS[month - 1] + leapDay;
}

// api/http/fields.ts
var Wrong = class {
  issue;
  constructor(key, params) {
    this.issue = { key, ...params && { params } };
  }
};
var REQUIRED = new Wrong("required");
var NOT_TEXT = new Wrong("not_text");
function field(schema, read) {
  return z4.unknown().transform((value, context) => {
    const result = value === void 0 || value === null ? REQUIRED : read(value);
    if (!(result instanceof Wrong)) return result;
    context.issues.push({ code: "custom", input: value, params: { ...result.issue } });
    return z4.NEVER;
  }).meta(schema);
}
var isLonger = (text3, max) => text3.length > max && (text3.length > 2 * max || [...text3].length > max);
function text2(max, { min = 1 } = {}) {
  const tooLong = new Wrong("text_too_long", { max });
  const tooShort = new Wrong("text_too_short", { min });
  return field({ type: "string", minLength: min, maxLength: max }, (value) => {
    if (typeof value !== "string") return NOT_TEXT;
    if (value === "") return REQUIRED;
    if (isLonger(value, max)) return tooLong;
    return value.length < min ? tooShort : value;
  });
}
function nullableText(max) {
  return text2(max).nullish();
}
var bounds = (min, max) => ({
  ...min > Number.MIN_SAFE_INTEGER && { minimum: min },
  ...max < Number.MAX_SAFE_INTEGER && { maximum: max }
});
function integer({ min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = {}) {
  const notAnInteger = new Wrong("not_an_integer");
  const tooSmall2 = new Wrong("number_too_small", { min });
  const tooLarge2 = new Wrong("number_too_large", { max });
  return field({ type: "integer", ...bounds(min, max) }, (value) => {
    const number = typeof value === "string" && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
    if (typeof number !== "number" || !Number.isInteger(number)) return notAnInteger;
    if (number < min) return tooSmall2;
    return number > max ? tooLarge2 : number;
  });
}
var id = () => integer({ min: 1 });
function bool() {
  const notABoolean = new Wrong("not_a_boolean");
  return field({ type: "boolean" }, (value) => {
    if (value === true || value === 1 || value === "1" || value === "true") return true;
    if (value === false || value === 0 || value === "0" || value === "false") return false;
    return notABoolean;
  });
}
var FIRST_DATE = "1900-01-01";
var LAST_DATE = "2999-12-31";
function date() {
  const notADate = new Wrong("not_a_date");
  const outOfRange = new Wrong("date_out_of_range", { min: FIRST_DATE, max: LAST_DATE });
  return field({ type: "string", format: "date", examples: ["2026-01-31"] }, (value) => {
    if (typeof value !== "string" || !isCalendarDate(value)) return notADate;
    return value < FIRST_DATE || value > LAST_DATE ? outOfRange : value;
  });
}
var DECIMAL = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/;
var MAX_DECIMAL_LENGTH = 40;
function exactDecimal(places, max, wrongs) {
  const [maxWhole = "", maxDecimals = ""] = max.split(".");
  const largest = maxWhole + maxDecimals.padEnd(places, "0");
  const pattern = `^${wrongs.negative ? "" : "-?"}(0|[1-9][0-9]{0,${maxWhole.length - 1}})(\\.[0-9]{1,${places}})?$`;
  return field({ type: "string", pattern, examples: [12 .toFixed(places)] }, (value) => {
    const written = typeof value === "number" ? String(value) : value;
    if (typeof written !== "string" || written.length > MAX_DECIMAL_LENGTH) return wrongs.shape;
    const parts = DECIMAL.exec(written);
    if (parts === null) return wrongs.shape;
    const [, sign = "", whole = "", decimals = ""] = parts;
    if (decimals.length > places) return wrongs.decimals;
    const padded = decimals.padEnd(places, "0");
    if (sign !== "") {
      if (/^0*$/.test(whole + padded)) return wrongs.shape;
      if (wrongs.negative) return wrongs.negative;
    }
    const digits = whole + padded;
    if (digits.length > largest.length || digits.length === largest.length && digits > largest) return wrongs.large;
    return places === 0 ? sign + whole : `${sign}${whole}.${padded}`;
  });
}
function amount({ signed = false } = {}) {
  return exactDecimal(2, MAX_AMOUNT, {
    shape: new Wrong("not_an_amount"),
    decimals: new Wrong("amount_too_many_decimals"),
    large: new Wrong("amount_too_large", { max: MAX_AMOUNT }),
    ...!signed && { negative: new Wrong("amount_negative") }
  });
}
var MAX_EMAIL = 190;
var EMAIL_LOCAL_PART = /^[^\s@"(),:;<>[\\\]]{1,64}$/u;
var HOST_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;
function email() {
  const notAnEmail = new Wrong("not_an_email");
  const tooLong = new Wrong("text_too_long", { max: MAX_EMAIL });
  return field({ type: "string", format: "email", maxLength: MAX_EMAIL }, (value) => {
    if (typeof value !== "string") return notAnEmail;
    if (value === "") return REQUIRED;
    if (value.length > MAX_EMAIL) return tooLong;
    const at = value.lastIndexOf("@");
    const local = value.slice(0, Math.max(at, 0));
    const labels = value.slice(at + 1).split(".");
    const dotted = !local.startsWith(".") && !local.endsWith(".") && !local.includes("..");
    const isEmail = dotted && EMAIL_LOCAL_PART.test(local) && labels.length > 1 && labels.every((label) => HOST_LABEL.test(label));
    return isEmail ? value : notAnEmail;
  });
}
function choice(values) {
  const notOneOf = new Wrong("not_one_of", { values: values.join(", ") });
  return field({ type: "string", enum: [...values] }, (value) => values.find((known) => known === value) ?? notOneOf);
}
var PUBLIC_TOKEN = /^[A-Za-z0-9]{12}$/;
var isPublicToken = (value) => PUBLIC_TOKEN.test(value);
function list(item, { min = 0, max }) {
  return z4.array(item).min(min).max(max);
}
function pageQuery({ defaultPerPage = 50, maxPerPage = 200 } = {}) {
  const page = z4.unknown().optional().transform((value) => positiveInteger(value) ?? 1).meta({ type: "integer", minimum: 1, default: 1 });
  const perPage = z4.unknown().optional().transform((value) => Math.min(positiveInteger(value) ?? defaultPerPage, maxPerPage)).meta({ type: "integer", minimum: 1, maximum: maxPerPage, default: defaultPerPage });
  return { page, per_page: perPage };
}
function positiveInteger(value) {
  const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 1 ? number : void 0;
}

// api/http/access-check.ts
var UNAUTHENTICATED = refusal("unauthenticated", { headers: { "WWW-Authenticate": "Bearer" } });
var AUTHORIZATION_REPEATED = refusal("authorization_repeated");
var SESSION_TOKEN_REQUIRED = refusal("session_token_required");
var SIGNATURE_INVALID = refusal("signature_invalid");
var ROLE_TOO_LOW = refusal("role_too_low");
var DEMO_MODE = refusal("demo_mode");
var NOT_FOUND = refusal("not_found");
var MAX_TOKEN_LENGTH = 256;
function accessCheck(route2, access2, guards) {
  if (route2.ability === "public") return null;
  if (route2.ability === "signed" || route2.ability === "bridge") return guardCheck(route2, guards[route2.ability]);
  const ability = route2.ability;
  const mayCall = ability === "session" ? hasSession : hasAbility(ability);
  return async (call, company, firm2) => {
    const caller = await callerOf(call.request, access2);
    if ("refused" in caller) return caller;
    call.knownCaller = caller;
    return mayCall(caller) ?? await resolve(call, caller, access2, company, firm2) ?? (hasRole(route2, call) ? void 0 : ROLE_TOO_LOW) ?? (route2.demo === "blocked" && isDemo(call) ? DEMO_MODE : void 0);
  };
}
function guardCheck(route2, guard) {
  if (guard === void 0) throw new Error(`${route2.method} ${route2.path} needs a guard for "${route2.ability}" routes`);
  const refused = route2.ability === "signed" ? SIGNATURE_INVALID : UNAUTHENTICATED;
  return async (call) => await guard(call.request) ? void 0 : refused;
}
async function callerOf(request, access2) {
  const { authorization } = request.headers;
  if (authorization === void 0) return UNAUTHENTICATED;
  if (isRepeated(request.rawHeaders, "authorization")) return AUTHORIZATION_REPEATED;
  const token = bearerToken(authorization);
  return (token === null ? null : await access2.authenticate(token)) ?? UNAUTHENTICATED;
}
function isRepeated(rawHeaders, name2) {
  let seen = false;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header2 = rawHeaders[index];
    if (header2.length !== name2.length || header2.toLowerCase() !== name2) continue;
    if (seen) return true;
    seen = true;
  }
  return false;
}
function bearerToken(authorization) {
  if (authorization.length > MAX_TOKEN_LENGTH) return null;
  return /^Bearer +([\x21-\x7e]+) *$/i.exec(authorization)?.[1] ?? null;
}
var hasSession = (caller) => caller.token.kind === "session" ? void 0 : SESSION_TOKEN_REQUIRED;
function hasAbility(ability) {
  const details = { required_ability: ability };
  const missing2 = refusal("token_ability_missing", { params: details, facts: details });
  return (caller) => caller.token.kind === "session" || caller.token.abilities.has(ability) ? void 0 : missing2;
}
async function resolve(call, caller, access2, company, firm2) {
  if (company !== void 0) {
    call.knownCompany = isPublicToken(company) ? await access2.company(caller, company) : null;
    if (call.knownCompany === null) return NOT_FOUND;
  }
  if (firm2 !== void 0) {
    call.knownFirm = isPublicToken(firm2) ? await access2.firm(caller, firm2) : null;
    if (call.knownFirm === null) return NOT_FOUND;
  }
  return void 0;
}
function hasRole(route2, call) {
  if (route2.role === "any") return true;
  if (route2.role === "platform") return call.caller.isPlatformAdmin;
  const role = (call.knownCompany ?? call.knownFirm)?.role;
  return role === void 0 || isAtLeast(role, route2.role);
}
var isAtLeast = (role, minimal) => ROLES.indexOf(role) >= ROLES.indexOf(minimal);
var isDemo = (call) => call.caller.isDemo || !!call.knownCompany?.isDemo || !!call.knownFirm?.isDemo;

// api/http/check-reply.ts
import { isDeepStrictEqual } from "node:util";
import { z as z5 } from "zod";
var UndeclaredReply = class extends Error {
  constructor(route2, status, difference2) {
    super(`${route2.method.toUpperCase()} ${route2.path} answers ${status} otherwise than declared: ${difference2}`);
    this.name = "UndeclaredReply";
  }
};
function checkReply(route2, reply) {
  const schema = route2.replies[reply.status];
  if (schema === void 0) throw new UndeclaredReply(route2, reply.status, "this status is not declared");
  if (reply.raw !== void 0) return;
  if (schema === null) {
    if (reply.body !== void 0) throw new UndeclaredReply(route2, reply.status, "no body is declared");
    return;
  }
  const sent = reply.body === void 0 ? void 0 : JSON.parse(JSON.stringify(reply.body));
  const parsed = schema.safeParse(sent);
  if (!parsed.success) throw new UndeclaredReply(route2, reply.status, z5.prettifyError(parsed.error));
  const difference2 = firstDifference(sent, parsed.data, "body");
  if (difference2 !== null) throw new UndeclaredReply(route2, reply.status, `${difference2} is not declared`);
}
function firstDifference(sent, declared, path) {
  if (isDeepStrictEqual(sent, declared)) return null;
  if (typeof sent !== "object" || sent === null || typeof declared !== "object" || declared === null) return path;
  for (const [key, value] of Object.entries(sent)) {
    if (!Object.hasOwn(declared, key)) return `${path}.${key}`;
    const difference2 = firstDifference(value, declared[key], `${path}.${key}`);
    if (difference2 !== null) return difference2;
  }
  return path;
}

// api/http/idempotence.ts
import { hash as hash2 } from "node:crypto";

// domain/json.ts
function canonicalJson(value) {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const record = value;
  let text3 = "";
  for (const key of Object.keys(record).sort()) {
    const member = record[key];
    if (member === void 0) continue;
    text3 += `${text3 === "" ? "" : ","}${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `{${text3}}`;
}

// api/http/idempotence.ts
function isMemorised(status) {
  return status >= 200 && status < 300 || status === 409 || status === 422;
}
function fingerprintOf(method, path, body2) {
  return hash2("sha256", `${method}
${path}
${canonicalJson(body2 ?? null)}`, "hex");
}

// api/http/problems.ts
function problemsOf(error, root = "body") {
  return error.issues.flatMap((issue) => problemsOfIssue(issue, root));
}
function problemsOfIssue(issue, root) {
  const field2 = issue.path.length === 0 ? root : issue.path.join(".");
  const { key, params } = meaningOf(issue);
  return [{ code: key, field: field2, ...params && { params } }];
}
function meaningOf(issue) {
  switch (issue.code) {
    case "custom":
      return isIssueParams(issue.params) ? issue.params : { key: "not_valid" };
    case "invalid_type":
      return { key: isMissing(issue) ? "required" : TYPES[issue.expected] ?? "not_valid" };
    case "invalid_value":
      if (isMissing(issue)) return { key: "required" };
      return { key: "not_one_of", params: { values: issue.values.map(String).join(", ") } };
    case "too_big":
      return tooBig(issue.origin, Number(issue.maximum));
    case "too_small":
      return tooSmall(issue.origin, Number(issue.minimum));
    case "invalid_format":
      return { key: FORMATS[issue.format] ?? "not_valid" };
    case "invalid_union":
      return { key: isMissing(issue) ? "required" : "not_valid" };
    default:
      return { key: "not_valid" };
  }
}
function isMissing(issue) {
  return issue.input === void 0 || issue.input === null;
}
function isIssueParams(params) {
  return typeof params === "object" && params !== null && "key" in params && typeof params.key === "string";
}
var TYPES = {
  string: "not_text",
  number: "not_a_number",
  int: "not_an_integer",
  boolean: "not_a_boolean",
  array: "not_a_list",
  tuple: "not_a_list",
  object: "not_an_object",
  record: "not_an_object"
};
var FORMATS = {
  email: "not_an_email",
  uuid: "not_a_uuid",
  url: "not_a_url",
  date: "not_a_date",
  datetime: "not_a_timestamp"
};
function tooBig(origin, max) {
  if (origin === "string") return { key: "text_too_long", params: { max } };
  if (origin === "array" || origin === "set") return { key: "list_too_long", params: { max } };
  return { key: "number_too_large", params: { max } };
}
function tooSmall(origin, min) {
  if (origin === "string") return { key: "text_too_short", params: { min } };
  if (origin === "array" || origin === "set") return { key: "list_too_short", params: { min } };
  return { key: "number_too_small", params: { min } };
}

// api/http/write-headers.ts
import { randomUUID } from "node:crypto";
var MAX_MUTATION_ID = 64;
var MAX_DEVICE_ID = 64;
var MAX_DEVICE_NAME = 120;
var MAX_ORIGIN = 64;
var DAY_MS = 24 * 60 * 60 * 1e3;
var UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
var PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
function readWriteHeaders(headers, caller, problems) {
  const occurred = headers["x-occurred-at"] === void 0 ? void 0 : occurredAt(headers, problems);
  return {
    userId: caller?.userId ?? null,
    tokenKind: caller?.token.kind ?? "system",
    operationId: operationId(headers, problems),
    clientMutationId: mutationId(headers, problems),
    deviceId: plainHeader(headers, "X-Device-Id", MAX_DEVICE_ID, problems),
    deviceName: headers["x-device-name"] === void 0 ? null : deviceName(headers, problems),
    origin: plainHeader(headers, "X-Origin", MAX_ORIGIN, problems) === "offline_sync" ? "offline_sync" : "api",
    occurredAt: occurred?.clamped ?? null,
    ...occurred?.raw !== void 0 && { occurredAtRaw: occurred.raw },
    baseVersion: baseVersion(headers, problems)
  };
}
function wrong(problems, field2, code, params) {
  problems.push({ code, field: field2, ...params && { params } });
  return null;
}
function plainHeader(headers, name2, max, problems) {
  const value = textOf(headers[name2.toLowerCase()]);
  if (value === "") return null;
  if (value.length > max) return wrong(problems, name2, "header_too_long", { max });
  if (!PRINTABLE_ASCII.test(value)) return wrong(problems, name2, "header_invalid");
  return value;
}
var textOf = (value) => value === void 0 ? "" : (typeof value === "string" ? value : value.join(", ")).trim();
function operationId(headers, problems) {
  const value = textOf(headers["x-operation-id"]);
  if (value === "") return randomUUID();
  if (!UUID.test(value)) wrong(problems, "X-Operation-Id", "header_not_uuid");
  return value.toLowerCase();
}
function mutationId(headers, problems) {
  const own = plainHeader(headers, "X-Client-Mutation-Id", MAX_MUTATION_ID, problems);
  const alias = plainHeader(headers, "Idempotency-Key", MAX_MUTATION_ID + 2, problems)?.replace(/^"(.*)"$/, "$1") ?? null;
  if (alias === null || alias === "") return own;
  if (alias.length > MAX_MUTATION_ID)
    return wrong(problems, "Idempotency-Key", "header_too_long", { max: MAX_MUTATION_ID });
  if (own === null || own === alias) return alias;
  return wrong(problems, "Idempotency-Key", "headers_contradict", { other: "X-Client-Mutation-Id" });
}
function baseVersion(headers, problems) {
  const text3 = textOf(headers["x-base-version"]);
  const match = textOf(headers["if-match"]);
  const own = text3 === "" ? null : versionOf(/^(\d{1,15})$/, text3, "X-Base-Version", problems);
  const alias = match === "" || match === "*" ? null : versionOf(/^(?:W\/)?"v(\d{1,15})"$/, match, "If-Match", problems);
  if (alias === null) return own;
  if (own === null || own === alias) return alias;
  return wrong(problems, "If-Match", "headers_contradict", { other: "X-Base-Version" });
}
function versionOf(shape2, text3, name2, problems) {
  const digits = shape2.exec(text3)?.[1];
  return digits === void 0 ? wrong(problems, name2, "header_not_a_version") : Number(digits);
}
function deviceName(headers, problems) {
  const encoded = textOf(headers["x-device-name"]);
  let name2;
  try {
    name2 = decodeURIComponent(encoded).trim();
  } catch {
    return wrong(problems, "X-Device-Name", "header_not_percent_encoded");
  }
  if (!PRINTABLE_ASCII.test(encoded)) return wrong(problems, "X-Device-Name", "header_not_percent_encoded");
  if (/\p{Cc}/u.test(name2)) return wrong(problems, "X-Device-Name", "header_invalid");
  if ([...name2].length > MAX_DEVICE_NAME)
    return wrong(problems, "X-Device-Name", "header_too_long", { max: MAX_DEVICE_NAME });
  return name2 === "" ? null : name2;
}
function occurredAt(headers, problems) {
  const text3 = textOf(headers["x-occurred-at"]);
  if (text3 === "") return null;
  const claimed = text3.length > 40 ? void 0 : parseTimestamp(text3);
  if (claimed === void 0) return wrong(problems, "X-Occurred-At", "header_not_a_timestamp");
  const now = Date.now();
  const clamped = Math.min(Math.max(claimed, now - DAY_MS), now + DAY_MS);
  return { clamped: new Date(clamped).toISOString(), ...clamped !== claimed && { raw: text3 } };
}

// api/http/pipeline.ts
var NOT_FOUND2 = refusal("not_found");
var REPORT_INPUT = { reportInput: true };
function compileRoute(route2, ports) {
  const checkAccess = accessCheck(route2, ports.access, ports.guards);
  const resolves = checkAccess !== null && route2.ability !== "signed" && route2.ability !== "bridge";
  const limit = route2.perMinute === void 0 ? null : rateLimit(route2, route2.perMinute, ports.rateLimits);
  const isWrite = route2.method !== "get";
  const { params: paramsSchema } = route2;
  const readInput = inputReader(route2);
  async function refusalBeforeHandler(call, names, values) {
    if (checkAccess !== null) {
      const company = resolves ? valueOf("company", names, values) : void 0;
      const firm2 = resolves ? valueOf("firm", names, values) : void 0;
      const refused = await checkAccess(call, company, firm2);
      if (refused) return refused;
      if (resolves) await lookUpLanguage(call, ports.access);
    }
    if (paramsSchema !== void 0) {
      const parsed = paramsSchema.safeParse(namedValues(names, values));
      if (!parsed.success) return NOT_FOUND2;
      call.params = parsed.data;
    }
    if (limit !== null) {
      const refused = await limit(call);
      if (refused) return refused;
    }
    if (isWrite) {
      const problems = [];
      call.knownWrite = readWriteHeaders(call.request.headers, call.knownCaller, problems);
      if (problems.length > 0) return invalid(problems);
    }
    return readInput === null ? void 0 : readInput(call);
  }
  async function execute(call) {
    const outcome = await route2.handle(call);
    if (isRefusal(outcome)) return answerOfRefusal(outcome, call, ports.docsUrl);
    if (ports.checkReplies) checkReply(route2, outcome);
    return answerOf(outcome, call);
  }
  return async (call, names, values) => {
    const refused = await refusalBeforeHandler(call, names, values);
    if (refused) return answerOfRefusal(refused, call, ports.docsUrl);
    const key = call.knownWrite?.clientMutationId;
    if (key && call.knownCaller !== null) return executeOnce(call, key, call.knownCaller.userId, execute, ports);
    return execute(call);
  };
}
function valueOf(name2, names, values) {
  const index = names.indexOf(name2);
  return index < 0 ? void 0 : values[index];
}
function namedValues(names, values) {
  const named = {};
  names.forEach((name2, index) => void (named[name2] = values[index]));
  return named;
}
async function lookUpLanguage(call, access2) {
  if (call.caller.locale !== null || call.knownFirm !== null || call.askedLanguage() !== null) return;
  call.firmLanguage = await access2.firmLanguage(call.caller);
}
function rateLimit(route2, perMinute, rateLimits) {
  return async (call) => {
    const who = call.knownCaller === null ? `ip:${call.ip}` : `user:${call.knownCaller.userId}`;
    const hit = await rateLimits.hit(`${route2.method} ${route2.path} ${who}`, perMinute);
    call.answerHeaders = {
      "X-RateLimit-Limit": String(perMinute),
      "X-RateLimit-Remaining": String(hit.remaining),
      "X-RateLimit-Reset": String(hit.resetAtUnix)
    };
    if (hit.allowed) return void 0;
    const seconds = hit.retryAfterSeconds;
    return refusal("rate_limited", { params: { seconds }, headers: { "Retry-After": String(seconds) } });
  };
}
function inputReader(route2) {
  const { query: querySchema, body: bodySchema } = route2;
  const maxBodyBytes = route2.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES;
  if (bodySchema === void 0 && querySchema === void 0) return null;
  return async (call) => {
    let problems;
    if (querySchema !== void 0) {
      const parsed = querySchema.safeParse(parseQuery(call.search), REPORT_INPUT);
      if (parsed.success) call.query = parsed.data;
      else problems = problemsOf(parsed.error, "query");
    }
    if (bodySchema !== void 0) {
      const body2 = await readJsonBody(call.request, maxBodyBytes);
      if (body2.refused) return body2.refused;
      call.json = body2.value;
      const parsed = bodySchema.safeParse(body2.value, REPORT_INPUT);
      if (parsed.success) call.body = parsed.data;
      else problems = [...problems ?? [], ...problemsOf(parsed.error)];
    }
    return problems && invalid(problems);
  };
}
async function executeOnce(call, key, userId, execute, { idempotence, docsUrl }) {
  const scope = { userId, companyId: call.knownCompany?.id ?? null };
  const fingerprint = fingerprintOf(call.request.method ?? "", call.path, call.json);
  const outcome = await idempotence.run({ scope, key, fingerprint }, async () => memorised(await execute(call)));
  if ("problem" in outcome) return answerOfRefusal(idempotenceRefusal(outcome.problem), call, docsUrl);
  const { reply, replayed } = outcome;
  if (!replayed) return reply;
  const status = reply.status < 300 ? 200 : reply.status;
  return { ...reply, status, headers: { ...reply.headers, "X-Idempotent-Replay": "1" } };
}
function memorised({ status, headers, body: body2 }) {
  if (body2 !== null && typeof body2 !== "string") throw new Error("Only JSON answers can be kept for replays");
  return { status, headers, body: body2 };
}
function idempotenceRefusal(problem) {
  if (problem === "request_in_progress") return refusal(problem, { headers: { "Retry-After": "1" } });
  return refusal(problem, { field: "X-Client-Mutation-Id" });
}

// api/http/router.ts
function createRouter() {
  const root = emptyNode();
  return {
    add(method, path, target) {
      const names = [];
      let node = root;
      for (const segment of segmentsOf(path)) {
        const name2 = /^\{(\w+)\}$/.exec(segment)?.[1];
        if (name2 !== void 0) {
          names.push(name2);
          node = node.parameter ??= emptyNode();
        } else {
          if (/[{}]/.test(segment)) throw new Error(`A parameter must be a whole segment of ${path}`);
          node = childOf(node, segment);
        }
      }
      if (node.rows.has(method)) throw new Error(`${method} ${path} is declared twice`);
      node.rows.set(method, { target, names });
    },
    find(method, path) {
      const values = [];
      const node = walk(root, segmentsOf(path), 0, values);
      if (node === null) return null;
      const row = node.rows.get(method) ?? (method === "HEAD" ? node.rows.get("GET") : void 0);
      return row ? { target: row.target, names: row.names, values } : { allowed: allowedMethods(node) };
    }
  };
}
var emptyNode = () => ({ fixed: /* @__PURE__ */ new Map(), parameter: null, rows: /* @__PURE__ */ new Map() });
function childOf(node, segment) {
  let child = node.fixed.get(segment);
  if (child === void 0) {
    child = emptyNode();
    node.fixed.set(segment, child);
  }
  return child;
}
function segmentsOf(path) {
  const segments = path.split("/");
  segments.shift();
  if (segments.at(-1) === "") segments.pop();
  return segments;
}
function walk(node, segments, index, values) {
  const segment = segments[index];
  if (segment === void 0) return node.rows.size > 0 ? node : null;
  const fixed = node.fixed.get(segment);
  if (fixed !== void 0) {
    const found2 = walk(fixed, segments, index + 1, values);
    if (found2 !== null) return found2;
  }
  if (node.parameter === null || segment === "") return null;
  const value = decode(segment);
  if (value === null) return null;
  const length = values.length;
  values.push(value);
  const found = walk(node.parameter, segments, index + 1, values);
  if (found === null) values.length = length;
  return found;
}
function decode(segment) {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
function allowedMethods(node) {
  const methods = [...node.rows.keys()];
  if (methods.includes("GET")) methods.push("HEAD");
  return [...methods, "OPTIONS"].sort();
}

// api/http/security-headers.ts
import helmet from "helmet";
function securityHeaders(baseUrl) {
  const headers = {};
  const recorder = {
    setHeader: (name2, value) => void (headers[name2] = value),
    removeHeader: (name2) => void delete headers[name2]
  };
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] }
    },
    // A browser must not be told to insist on HTTPS by a service that is reached over HTTP.
    strictTransportSecurity: baseUrl.startsWith("https:"),
    xFrameOptions: { action: "deny" },
    // About old plug-ins and browsers that never open a JSON API.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xDnsPrefetchControl: false,
    originAgentCluster: false,
    xXssProtection: false,
    crossOriginOpenerPolicy: false
  });
  setHeaders({}, recorder, (error) => {
    if (error) throw error;
  });
  return headers;
}

// api/http/server.ts
import { createServer } from "node:http";
var HEADERS_TIMEOUT_MS = 1e4;
var REQUEST_TIMEOUT_MS = 3e5;
var KEEP_ALIVE_TIMEOUT_MS = 3e4;
var CHECK_INTERVAL_MS = 2e3;
var MAX_HEADER_BYTES = 16 * 1024;
var MAX_HEADERS = 100;
var MAX_CONNECTIONS = 1e4;
var DRAIN_TIMEOUT_MS = 1e4;
var lifecycles = /* @__PURE__ */ new WeakMap();
function lifecycleOf(app) {
  let lifecycle = lifecycles.get(app);
  if (lifecycle === void 0) {
    lifecycle = { draining: false };
    lifecycles.set(app, lifecycle);
  }
  return lifecycle;
}
async function listen(app, options) {
  const server = createServer(
    {
      headersTimeout: options.headersTimeoutMs ?? HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      connectionsCheckingInterval: Math.min(CHECK_INTERVAL_MS, options.headersTimeoutMs ?? CHECK_INTERVAL_MS),
      maxHeaderSize: MAX_HEADER_BYTES
    },
    app
  );
  server.maxHeadersCount = MAX_HEADERS;
  server.maxConnections = MAX_CONNECTIONS;
  server.on("clientError", refuseConnection);
  await new Promise((resolve2, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, () => {
      server.off("error", reject);
      resolve2();
    });
  });
  const { port } = server.address();
  let closed;
  const close = () => closed ??= drain(server, lifecycleOf(app), options.drainTimeoutMs ?? DRAIN_TIMEOUT_MS);
  return { server, host: options.host, port, close };
}
async function drain(server, lifecycle, timeoutMs) {
  lifecycle.draining = true;
  const finished = new Promise((resolve2) => server.close(() => resolve2()));
  const cut = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await finished;
  clearTimeout(cut);
}
var CLIENT_ERRORS = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout"
};
function refuseConnection(error, socket) {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = CLIENT_ERRORS[error.code ?? ""] ?? "400 Bad Request";
  const body2 = JSON.stringify({ message: status.slice(4) });
  socket.end(
    `HTTP/1.1 ${status}\r
Connection: close\r
Content-Type: application/json\r
Content-Length: ${body2.length}\r
\r
${body2}`
  );
}

// eventlog/port.ts
var MAX_APPEND_BYTES = 1024 * 1024;
var AppendTooLarge = class extends Error {
  constructor(stream, bytes) {
    super(`An append of ${bytes} bytes to ${stream} is above the limit of ${MAX_APPEND_BYTES}`);
    this.name = "AppendTooLarge";
  }
};
var LogUnavailable = class extends Error {
  constructor(cause) {
    super("The event log cannot be reached", { cause });
    this.name = "LogUnavailable";
  }
};

// domain/country-packs/chart.ts
function chart(rows2, rules) {
  const typeOf2 = byLongestPrefix(new Map(Object.entries(rules.types)));
  const isLetterable = byLongestPrefix(new Map(rules.letterable.map((prefix) => [prefix, true])));
  return rows2.map(([number, fr, nl, en, de], index) => {
    const isHeading = rows2[index + 1]?.[0].startsWith(number) ?? false;
    const type = typeOf2(number);
    if (type === void 0) throw new Error(`The chart has no type for account ${number}`);
    return {
      number,
      labels: labelled(fr, nl, en, de),
      type,
      isPostable: !isHeading,
      isLetterable: !isHeading && isLetterable(number) === true,
      controlRole: rules.controlRoles[number] ?? null
    };
  });
}
function labelled(fr, nl, en, de) {
  return { fr, nl, en, de };
}
function byLongestPrefix(values) {
  const longest = Math.max(0, ...[...values.keys()].map((prefix) => prefix.length));
  return (number) => {
    for (let length = longest; length > 0; length--) {
      const value = values.get(number.slice(0, length));
      if (value !== void 0) return value;
    }
    return void 0;
  };
}

// domain/country-packs/be/accounts/class-0.ts
var class0 = [
  ["0", "Droits et engagements hors bilan", "Niet in de balans opgenomen rechten en verplichtingen", "Off-balance-sheet rights and commitments", "Nicht in der Bilanz ausgewiesene Rechte und Verpflichtungen"],
  ["00", "Garanties constitu\xE9es par des tiers pour compte de l'entreprise", "Zekerheden door derden gesteld voor rekening van de onderneming", "Guarantees given by third parties on behalf of the company", "Von Dritten f\xFCr Rechnung des Unternehmens gestellte Sicherheiten"],
  ["000", "Cr\xE9anciers, b\xE9n\xE9ficiaires de garanties de tiers", "Crediteuren van de onderneming, houders van door derden gestelde zekerheden", "Creditors of the company, beneficiaries of third-party guarantees", "Gl\xE4ubiger des Unternehmens, Beg\xFCnstigte von Sicherheiten Dritter"],
  ["001", "Tiers constituants de garanties pour compte de l'entreprise", "Derden, stellers van zekerheden voor rekening van de onderneming", "Third parties giving guarantees on behalf of the company", "Dritte als Sicherungsgeber f\xFCr Rechnung des Unternehmens"],
  ["01", "Garanties constitu\xE9es pour compte de tiers", "Persoonlijke zekerheden gesteld voor rekening van derden", "Personal guarantees given on behalf of third parties", "F\xFCr Rechnung Dritter gestellte pers\xF6nliche Sicherheiten"],
  ["010", "D\xE9biteurs pour engagements sur effets", "Debiteuren wegens verplichtingen uit wissels in omloop", "Debtors for commitments on bills in circulation", "Schuldner aus Verpflichtungen auf umlaufende Wechsel"],
  ["011", "Cr\xE9anciers d'engagements sur effets", "Crediteuren wegens verplichtingen uit wissels in omloop", "Creditors for commitments on bills in circulation", "Gl\xE4ubiger aus Verpflichtungen auf umlaufende Wechsel"],
  ["0110", "Effets c\xE9d\xE9s par l'entreprise sous endos", "Door de ondernemingen ge\xEBndosseerde, overgedragen wissels", "Bills transferred by endorsement by the company", "Vom Unternehmen indossierte Wechsel"],
  ["0111", "Autres engagements sur effets en circulation", "Andere verplichtingen uit wissels in omloop", "Other commitments on bills in circulation", "Sonstige Verpflichtungen aus umlaufenden Wechseln"],
  ["012", "D\xE9biteurs pour autres garanties personnelles", "Debiteuren wegens andere persoonlijke zekerheden", "Debtors for other personal guarantees", "Schuldner aus anderen pers\xF6nlichen Sicherheiten"],
  ["013", "Cr\xE9anciers d'autres garanties personnelles", "Crediteuren wegens andere persoonlijke zekerheden", "Creditors for other personal guarantees", "Gl\xE4ubiger aus anderen pers\xF6nlichen Sicherheiten"],
  ["02", "Garanties r\xE9elles constitu\xE9es sur avoirs propres", "Zakelijke zekerheden gesteld op eigen activa", "Real guarantees given on own assets", "Dingliche Sicherheiten an eigenen Verm\xF6genswerten"],
  ["020", "Cr\xE9anciers de l'entreprise, b\xE9n\xE9ficiaires de garanties r\xE9elles", "Crediteuren van de onderneming, houders van zakelijke zekerheden", "Creditors of the company, beneficiaries of real guarantees", "Gl\xE4ubiger des Unternehmens, Beg\xFCnstigte dinglicher Sicherheiten"],
  ["021", "Garanties r\xE9elles constitu\xE9es pour compte propre", "Zakelijke zekerheden gesteld voor eigen rekening", "Real guarantees given for own account", "F\xFCr eigene Rechnung gestellte dingliche Sicherheiten"],
  ["022", "Cr\xE9anciers de tiers, b\xE9n\xE9ficiaires de garanties r\xE9elles", "Crediteuren van derden, houders van zakelijke zekerheden", "Creditors of third parties, beneficiaries of real guarantees", "Gl\xE4ubiger Dritter, Beg\xFCnstigte dinglicher Sicherheiten"],
  ["023", "Garanties r\xE9elles constitu\xE9es pour compte de tiers", "Zakelijke zekerheden gesteld voor rekening van derden", "Real guarantees given on behalf of third parties", "F\xFCr Rechnung Dritter gestellte dingliche Sicherheiten"],
  ["03", "Garanties re\xE7ues", "Ontvangen zekerheden", "Guarantees received", "Erhaltene Sicherheiten"],
  ["030", "D\xE9p\xF4ts statutaires", "Statutaire bewaargevingen", "Statutory deposits", "Satzungsm\xE4\xDFige Hinterlegungen"],
  ["031", "D\xE9posants statutaires", "Statutaire bewaargevers", "Statutory depositors", "Satzungsm\xE4\xDFige Hinterleger"],
  ["032", "Garanties re\xE7ues", "Ontvangen zekerheden", "Guarantees received", "Erhaltene Sicherheiten"],
  ["033", "Constituants de garanties", "Zekerheidsstellers", "Parties giving guarantees", "Sicherungsgeber"],
  ["04", "Biens et valeurs d\xE9tenus par des tiers en leur nom mais aux risques et profits de l'entreprise", "Goederen en waarden gehouden door derden in hun naam, maar ten bate en voor risico van de onderneming", "Goods and securities held by third parties in their name but at the risk and benefit of the company", "Von Dritten im eigenen Namen, aber auf Gefahr und zugunsten des Unternehmens gehaltene G\xFCter und Werte"],
  ["040", "Tiers, d\xE9tenteurs en leur nom mais aux risques et profits de l'entreprise de biens et de valeurs", "Derden, houders in hun naam, maar ten bate en voor risico van de onderneming van goederen en waarden", "Third parties holding goods and securities in their name but at the risk and benefit of the company", "Dritte als Inhaber im eigenen Namen, aber auf Gefahr und zugunsten des Unternehmens"],
  ["041", "Biens et valeurs d\xE9tenus par des tiers en leur nom mais aux risques et profits de l'entreprise", "Goederen en waarden gehouden door derden in hun naam, maar ten bate en voor risico van de onderneming", "Goods and securities held by third parties in their name but at the risk and benefit of the company", "Von Dritten im eigenen Namen, aber auf Gefahr und zugunsten des Unternehmens gehaltene G\xFCter und Werte"],
  ["05", "Engagements d'acquisition et de cession d'immobilisation", "Verplichtingen tot aan- en verkoop van vaste activa", "Commitments to acquire and dispose of fixed assets", "Verpflichtungen zum Erwerb und zur Ver\xE4u\xDFerung von Anlageverm\xF6gen"],
  ["050", "Engagements d'acquisition", "Verplichtingen tot aankoop", "Acquisition commitments", "Erwerbsverpflichtungen"],
  ["051", "Cr\xE9anciers d'engagements d'acquisition", "Crediteuren wegens verplichtingen tot aankoop", "Creditors for acquisition commitments", "Gl\xE4ubiger aus Erwerbsverpflichtungen"],
  ["052", "D\xE9biteurs pour engagements de cession", "Debiteuren wegens verplichtingen tot verkoop", "Debtors for disposal commitments", "Schuldner aus Ver\xE4u\xDFerungsverpflichtungen"],
  ["053", "Engagements de cession", "Verplichtingen tot verkoop", "Disposal commitments", "Ver\xE4u\xDFerungsverpflichtungen"],
  ["06", "March\xE9s \xE0 terme", "Termijnovereenkomsten", "Forward transactions", "Termingesch\xE4fte"],
  ["060", "Marchandises achet\xE9es \xE0 terme - \xE0 recevoir", "Op termijn gekochte goederen - te ontvangen", "Goods purchased forward - To be received", "Auf Termin gekaufte Waren - zu erhalten"],
  ["061", "Cr\xE9anciers pour marchandises achet\xE9es \xE0 terme", "Crediteuren wegens op termijn gekochte goederen", "Creditors for goods purchased forward", "Gl\xE4ubiger f\xFCr auf Termin gekaufte Waren"],
  ["062", "D\xE9biteurs pour marchandises vendues \xE0 terme - \xE0 livrer", "Debiteuren wegens op termijn verkochte goederen", "Debtors for goods sold forward", "Schuldner f\xFCr auf Termin verkaufte Waren"],
  ["063", "Marchandises vendues \xE0 terme - \xE0 livrer", "Op termijn verkochte goederen - te leveren", "Goods sold forward - To be delivered", "Auf Termin verkaufte Waren - zu liefern"],
  ["064", "Devises achet\xE9es \xE0 terme - \xE0 recevoir", "Op termijn gekochte deviezen - te ontvangen", "Currencies purchased forward - To be received", "Auf Termin gekaufte Devisen - zu erhalten"],
  ["065", "Cr\xE9anciers pour devises achet\xE9es \xE0 terme", "Crediteuren wegens op termijn gekochte deviezen", "Creditors for currencies purchased forward", "Gl\xE4ubiger f\xFCr auf Termin gekaufte Devisen"],
  ["066", "D\xE9biteurs pour devises vendues \xE0 terme", "Debiteuren wegens op termijn verkochte deviezen", "Debtors for currencies sold forward", "Schuldner f\xFCr auf Termin verkaufte Devisen"],
  ["067", "Devises vendues \xE0 terme - \xE0 livrer", "Op termijn verkochte deviezen - te leveren", "Currencies sold forward - To be delivered", "Auf Termin verkaufte Devisen - zu liefern"],
  ["07", "Biens et valeurs de tiers d\xE9tenus par l'entreprise", "Goederen en waarden van derden gehouden door de onderneming", "Goods and securities of third parties held by the company", "Vom Unternehmen gehaltene G\xFCter und Werte Dritter"],
  ["070", "Droits d'usage \xE0 long terme", "Gebruiksrechten op lange termijn", "Long-term rights of use", "Langfristige Nutzungsrechte"],
  ["0700", "Sur terrains et constructions", "Terreinen en gebouwen", "On land and buildings", "An Grundst\xFCcken und Bauten"],
  ["0701", "Sur installations, machines et outillage", "Installaties, machines en uitrusting", "On plant, machinery and equipment", "An Anlagen, Maschinen und Betriebsausstattung"],
  ["0702", "Sur mobilier et mat\xE9riel roulant", "Meubilair en rollend materieel", "On furniture and vehicles", "An Mobiliar und Fuhrpark"],
  ["071", "Cr\xE9anciers de loyers et redevances", "Crediteuren wegens huurgelden en vergoedingen", "Creditors for rents and royalties", "Gl\xE4ubiger f\xFCr Mieten und Geb\xFChren"],
  ["072", "Biens et valeurs de tiers re\xE7us en d\xE9p\xF4t, en consignation, ou \xE0 fa\xE7on", "Goederen en waarden door derden in bewaring, in consignatie of in bewerking gegeven", "Goods and securities of third parties received on deposit, on consignment or for processing", "In Verwahrung, Konsignation oder zur Bearbeitung erhaltene G\xFCter und Werte Dritter"],
  ["073", "Commettants et d\xE9posants de biens et valeurs", "Committenten en deponenten van goederen en waarden", "Principals and depositors of goods and securities", "Auftraggeber und Hinterleger von G\xFCtern und Werten"],
  ["074", "Biens et valeurs d\xE9tenus pour compte ou aux risques et profits de tiers", "Goederen en waarden gehouden voor rekening of ten bate en voor risico van derden", "Goods and securities held for account or at the risk and benefit of third parties", "F\xFCr Rechnung oder auf Gefahr und zugunsten Dritter gehaltene G\xFCter und Werte"],
  ["075", "Cr\xE9anciers de biens et valeurs d\xE9tenus pour compte de tiers ou \xE0 leurs risques et profits", "Crediteuren wegens goederen en waarden gehouden voor rekening of ten bate en voor risico van derden", "Creditors for goods and securities held for account or at the risk and benefit of third parties", "Gl\xE4ubiger f\xFCr G\xFCter und Werte, die f\xFCr Rechnung oder auf Gefahr Dritter gehalten werden"],
  ["09", "Droits et engagements divers", "Diverse rechten en verplichtingen", "Miscellaneous rights and commitments", "Verschiedene Rechte und Verpflichtungen"]
];

// domain/country-packs/be/accounts/class-1.ts
var class1 = [
  ["1", "Fonds propres, provisions pour risques et charges, imp\xF4ts diff\xE9r\xE9s et dettes \xE0 plus d'un an", "Eigen vermogen, voorzieningen voor risico's en kosten, uitgestelde belastingen en schulden op meer dan \xE9\xE9n jaar", "Equity, provisions for liabilities and charges, deferred taxes and amounts payable after more than one year", "Eigenkapital, R\xFCckstellungen f\xFCr Risiken und Aufwendungen, aufgeschobene Steuern und Verbindlichkeiten mit einer Restlaufzeit von mehr als einem Jahr"],
  ["10", "Capital", "Kapitaal", "Capital", "Kapital"],
  ["100", "Capital souscrit", "Geplaatst kapitaal", "Issued capital", "Gezeichnetes Kapital"],
  ["100000", "Capital souscrit", "Geplaatst kapitaal", "Issued capital", "Gezeichnetes Kapital"],
  ["101", "Capital non appel\xE9 (-)", "Niet opgevraagd kapitaal (-)", "Uncalled capital (-)", "Nicht eingefordertes Kapital (-)"],
  ["11", "Apport hors capital", "Inbreng buiten kapitaal", "Contribution excluding capital", "Einlage ohne Kapital"],
  ["110", "Apport disponible hors capital", "Beschikbare inbreng buiten kapitaal", "Contribution available excluding capital", "Verf\xFCgbare Einlage ohne Kapital"],
  ["110000", "Apport disponible hors capital - Prime d'\xE9mission", "Beschikbare inbreng buiten kapitaal - Uitgiftepremie", "Contribution available excluding capital - Share premium", "Verf\xFCgbare Einlage au\xDFerhalb des Kapitals - Agio"],
  ["110900", "Apport disponible hors capital - Autres", "Beschikbare inbreng buiten kapitaal - Andere", "Contribution available excluding capital - Other", "Verf\xFCgbare Einlage au\xDFerhalb des Kapitals - Sonstige"],
  ["111", "Apport indisponible hors capital", "Onbeschikbare inbreng buiten kapitaal", "Contribution not available excluding capital", "Nicht verf\xFCgbare Einlage ohne Kapital"],
  ["111000", "Apport indisponible hors capital - Prime d'\xE9mission", "Onbeschikbare inbreng buiten kapitaal - Uitgiftepremie", "Contribution not available excluding capital - Share premium", "Nicht verf\xFCgbare Einlage au\xDFerhalb des Kapitals - Agio"],
  ["111900", "Apport indisponible hors capital - Autres", "Onbeschikbare inbreng buiten kapitaal - Andere", "Contribution not available excluding capital - Other", "Nicht verf\xFCgbare Einlage au\xDFerhalb des Kapitals - Sonstige"],
  ["12", "Plus-values de r\xE9\xE9valuation", "Herwaarderingsmeerwaarden", "Revaluation surpluses", "Neubewertungsr\xFCcklagen"],
  ["120", "Plus-values de r\xE9\xE9valuation sur immobilisations incorporelles", "Herwaarderingsmeerwaarden op immateri\xEBle vaste activa", "Revaluation surpluses on intangible fixed assets", "Neubewertungsr\xFCcklagen auf immaterielle Anlagewerte"],
  ["121", "Plus-values de r\xE9\xE9valuation sur immobilisations corporelles", "Herwaarderingsmeerwaarden op materi\xEBle vaste activa", "Revaluation surpluses on tangible fixed assets", "Neubewertungsr\xFCcklagen auf Sachanlagen"],
  ["122", "Plus-values de r\xE9\xE9valuation sur immobilisations financi\xE8res", "Herwaarderingsmeerwaarden op financi\xEBle vaste activa", "Revaluation surpluses on financial fixed assets", "Neubewertungsr\xFCcklagen auf Finanzanlagen"],
  ["123", "Plus-values de r\xE9\xE9valuation sur stocks", "Herwaarderingsmeerwaarden op voorraden", "Revaluation surpluses on stocks", "Neubewertungsr\xFCcklagen auf Vorr\xE4te"],
  ["124", "Reprises de r\xE9ductions de valeur sur placements de tr\xE9sorerie", "Terugneming van waardeverminderingen op geldbeleggingen", "Write-back of amounts written down on current investments", "R\xFCcknahmen von Wertminderungen auf Geldanlagen"],
  ["13", "R\xE9serves", "Reserves", "Reserves", "R\xFCcklagen"],
  ["130", "R\xE9serves l\xE9gales", "Wettelijke reserves", "Legal reserve", "Gesetzliche R\xFCcklage"],
  ["130000", "R\xE9serves l\xE9gales", "Wettelijke reserves", "Legal reserve", "Gesetzliche R\xFCcklage"],
  ["131", "Autres r\xE9serves indisponibles", "Andere onbeschikbare reserves", "Other reserves not available", "Sonstige nicht verf\xFCgbare R\xFCcklagen"],
  ["1311", "R\xE9serves statutairement indisponibles", "Statutair onbeschikbare reserves", "Reserves not available statutorily", "Satzungsgem\xE4\xDFe nicht verf\xFCgbare R\xFCcklagen"],
  ["131200", "R\xE9serve pour actions propres", "Reserve voor eigen aandelen", "Reserves not available in respect of own shares held", "R\xFCcklagen f\xFCr eigene Aktien oder Anteile"],
  ["131300", "Soutien financier", "Financi\xEBle steunverlening", "Financial support", "Finanzielle Unterst\xFCtzung"],
  ["131900", "Autres r\xE9serves indisponibles", "Andere onbeschikbare reserves", "Other reserves not available", "Sonstige nicht verf\xFCgbare R\xFCcklagen"],
  ["132", "R\xE9serves immunis\xE9es", "Belastingvrije reserves", "Untaxed reserves", "Steuerfreie R\xFCcklagen"],
  ["133", "R\xE9serves disponibles", "Beschikbare reserves", "Available reserves", "Verf\xFCgbare R\xFCcklagen"],
  ["133000", "R\xE9serves disponibles", "Beschikbare reserves", "Available reserves", "Verf\xFCgbare R\xFCcklagen"],
  ["14", "B\xE9n\xE9fice (Perte) report\xE9(e) (-)", "Overgedragen winst (verlies) (-)", "Profit (loss) brought forward (-)", "Gewinnvortrag (Verlustvortrag) (-)"],
  ["140", "B\xE9n\xE9fice report\xE9", "Overgedragen winst", "Profit brought forward", "Gewinnvortrag"],
  ["140000", "B\xE9n\xE9fice report\xE9", "Overgedragen winst", "Profit brought forward", "Gewinnvortrag"],
  ["141", "Perte report\xE9e (-)", "Overgedragen verlies (-)", "Loss brought forward (-)", "Verlustvortrag (-)"],
  ["141000", "Perte report\xE9e (-)", "Overgedragen verlies (-)", "Loss brought forward (-)", "Verlustvortrag (-)"],
  ["15", "Subsides en capital", "Kapitaalsubsidies", "Investment grants", "Kapitalsubventionen"],
  ["16", "Provisions et imp\xF4ts diff\xE9r\xE9s", "Voorzieningen en uitgestelde belastingen", "Provisions and deferred taxes", "R\xFCckstellungen und aufgeschobene Steuern"],
  ["160", "Provisions pour pensions et obligations similaires", "Voorzieningen voor pensioenen en soortgelijke verplichtingen", "Provisions for pensions and similar obligations", "R\xFCckstellungen f\xFCr Pensionen und \xE4hnliche Verpflichtungen"],
  ["161", "Provisions pour charges fiscales", "Voorzieningen voor belastingen", "Provisions for taxation", "R\xFCckstellungen f\xFCr Steuern"],
  ["162", "Provisions pour grosses r\xE9parations et gros entretien", "Voorzieningen voor grote herstellings- en onderhoudswerken", "Provisions for major repairs and maintenance", "R\xFCckstellungen f\xFCr gro\xDFe Reparaturen und Instandhaltungsarbeiten"],
  ["163", "Provisions pour obligations environnementales", "Voorzieningen voor milieuverplichtingen", "Provisions for environmental obligations", "R\xFCckstellungen f\xFCr Umweltschutzverpflichtungen"],
  ["164", "Provisions pour autres risques et charges", "Voorzieningen voor overige risico's en kosten", "Provisions for other liabilities and charges", "R\xFCckstellungen f\xFCr sonstige Risiken und Aufwendungen"],
  ["165", "Provisions pour autres risques et charges", "Voorzieningen voor overige risico's en kosten", "Provisions for other liabilities and charges", "R\xFCckstellungen f\xFCr sonstige Risiken und Aufwendungen"],
  ["168", "Imp\xF4ts diff\xE9r\xE9s", "Uitgestelde belastingen", "Deferred taxes", "Aufgeschobene Steuern"],
  ["1680", "Imp\xF4ts diff\xE9r\xE9s aff\xE9rents \xE0 des subsides en capital", "Uitgestelde belastingen op kapitaalsubsidies", "Deferred taxes on capital subsidies", "Aufgeschobene Steuern auf Kapitalsubventionen"],
  ["1681", "Imp\xF4ts diff\xE9r\xE9s aff\xE9rents \xE0 des plus-values r\xE9alis\xE9es sur immobilisations incorporelles", "Uitgestelde belastingen op gerealiseerde meerwaarden op immateri\xEBle vaste activa", "Deferred taxes on gain on disposal of intangible fixed assets", "Aufgeschobene Steuern auf realisierte Mehrwerte auf immaterielle Anlagewerte"],
  ["1682", "Imp\xF4ts diff\xE9r\xE9s aff\xE9rents \xE0 des plus-values r\xE9alis\xE9es sur immobilisations corporelles", "Uitgestelde belastingen op gerealiseerde meerwaarden op materi\xEBle vaste activa", "Deferred taxes on gain on disposal of tangible fixed assets", "Aufgeschobene Steuern auf realisierte Mehrwerte auf Sachanlagen"],
  ["1687", "Imp\xF4ts diff\xE9r\xE9s aff\xE9rents \xE0 des plus-values r\xE9alis\xE9es sur titres \xE9mis par le secteur public belge", "Uitgestelde belastingen op gerealiseerde meerwaarden op effecten die zijn uitgegeven door de Belgische openbare sector", "Deferred taxes on gain on disposal of securities issued by Belgian public authorities", "Aufgeschobene Steuern auf realisierte Mehrwerte auf Wertpapiere, die vom belgischen \xF6ffentlichen Sektor ausgegeben wurden"],
  ["1688", "Imp\xF4ts diff\xE9r\xE9s \xE9trangers", "Buitenlandse uitgestelde belastingen", "Foreign deferred taxes", "Ausl\xE4ndische aufgeschobene Steuern"],
  ["17", "Dettes \xE0 plus d'un an", "Schulden op meer dan \xE9\xE9n jaar", "Amounts payable after more than one year", "Verbindlichkeiten mit einer Restlaufzeit von mehr als einem Jahr"],
  ["170", "Emprunts subordonn\xE9s (> 1 an)", "Achtergestelde leningen (> 1 jaar)", "Subordinated loans (> 1 year)", "Nachrangige Anleihen (> 1 Jahr)"],
  ["1700", "Emprunts subordonn\xE9s - Convertibles (> 1 an)", "Achtergestelde leningen - Converteerbaar (> 1 jaar)", "Subordinated loans - Convertible bonds (> 1 year)", "Nachrangige Anleihen - Wandelanleihen (> 1 Jahr)"],
  ["1701", "Emprunts subordonn\xE9s - Non convertibles (> 1 an)", "Achtergestelde leningen - Niet converteerbaar (> 1 jaar)", "Subordinated loans - Non-convertible bonds (> 1 year)", "Nachrangige Anleihen - Nicht wandelbare Anleihen (> 1 Jahr)"],
  ["171", "Emprunts obligataires non subordonn\xE9s (> 1 an)", "Niet-achtergestelde obligatieleningen (> 1 jaar)", "Unsubordinated debentures (> 1 year)", "Nicht nachrangige Anleihen (> 1 Jahr)"],
  ["1710", "Emprunts obligataires non subordonn\xE9s - Convertibles (> 1 an)", "Niet-achtergestelde obligatieleningen - Converteerbaar (> 1 jaar)", "Unsubordinated debentures - Convertible (> 1 year)", "Nicht nachrangige Anleihen - Wandelanleihen (> 1 Jahr)"],
  ["1711", "Emprunts obligataires non subordonn\xE9s - Non convertibles (> 1 an)", "Niet-achtergestelde obligatieleningen - Niet converteerbaar (> 1 jaar)", "Unsubordinated debentures - Non-convertible (> 1 year)", "Nicht nachrangige Anleihen - Nicht wandelbare Anleihen (> 1 Jahr)"],
  ["172", "Dettes de location-financement et assimil\xE9es (> 1 an)", "Leasingschulden en soortgelijke schulden (> 1 jaar)", "Leasing and other similar obligations (> 1 year)", "Verbindlichkeiten aufgrund von Leasing und \xE4hnlichen Vertr\xE4gen (> 1 Jahr)"],
  ["173", "\xC9tablissements de cr\xE9dit (> 1 an)", "Kredietinstellingen (> 1 jaar)", "Credit institutions (> 1 year)", "Kreditinstitute (> 1 Jahr)"],
  ["1730", "\xC9tablissements de cr\xE9dit - Dettes en compte (> 1 an)", "Kredietinstellingen - Schulden op rekening (> 1 jaar)", "Credit institutions - Current account payable (> 1 year)", "Kreditinstitute - Kontoverbindlichkeiten (> 1 Jahr)"],
  ["1731", "\xC9tablissements de cr\xE9dit - Promesses (> 1 an)", "Kredietinstellingen - Promessen (> 1 jaar)", "Credit institutions - Promissory notes (> 1 year)", "Kreditinstitute - Solawechsel (> 1 Jahr)"],
  ["1732", "\xC9tablissements de cr\xE9dit - Cr\xE9dits d'acceptation (> 1 an)", "Kredietinstellingen - Acceptkredieten (> 1 jaar)", "Credit institutions - Bank acceptances (> 1 year)", "Kreditinstitute - Akzeptkredite (> 1 Jahr)"],
  ["174", "Autres emprunts (> 1 an)", "Overige leningen (> 1 jaar)", "Other loans (> 1 year)", "Sonstige Anleihen (> 1 Jahr)"],
  ["175", "Dettes commerciales (> 1 an)", "Handelsschulden (> 1 jaar)", "Trade debts (> 1 year)", "Verbindlichkeiten aus Lieferungen und Leistungen (> 1 Jahr)"],
  ["1750", "Fournisseurs (> 1 an)", "Leveranciers (> 1 jaar)", "Suppliers (> 1 year)", "Lieferanten (> 1 Jahr)"],
  ["1751", "Effets \xE0 payer (> 1 an)", "Te betalen wissels (> 1 jaar)", "Bills of exchange payable (> 1 year)", "Verbindlichkeiten aus Wechseln (> 1 Jahr)"],
  ["176", "Acomptes sur commandes (> 1 an)", "Vooruitbetalingen op bestellingen (> 1 jaar)", "Advance payments on contracts in progress (> 1 year)", "Erhaltene Anzahlungen auf Bestellungen (> 1 Jahr)"],
  ["178", "Cautionnements re\xE7us en num\xE9raire (> 1 an)", "Borgtochten ontvangen in contanten (> 1 jaar)", "Guarantees received in cash (> 1 year)", "In Geldmittel erhaltene Kautionen (> 1 Jahr)"],
  ["179", "Dettes diverses (> 1 an)", "Overige schulden (> 1 jaar)", "Other amounts payable (> 1 year)", "Sonstige Verbindlichkeiten (> 1 Jahr)"],
  ["19", "Acompte aux associ\xE9s sur le partage de l'actif net (-)", "Voorschot aan de vennoten op de verdeling van het netto-actief (-)", "Advance to shareholders on the distribution of net assets (-)", "Vorschuss an die Gesellschafter auf die Verteilung des Nettoverm\xF6gens (-)"]
];

// domain/country-packs/be/accounts/class-2.ts
var class2 = [
  ["2", "Frais d'\xE9tablissement, actifs immobilis\xE9s et cr\xE9ances \xE0 plus d'un an", "Oprichtingskosten, vaste activa en vorderingen op meer dan \xE9\xE9n jaar", "Formation expenses, fixed assets and amounts receivable after more than one year", "Errichtungs- und Erweiterungskosten, Anlageverm\xF6gen, Forderungen mit einer Restlaufzeit von mehr als einem Jahr"],
  ["20", "Frais d'\xE9tablissement", "Oprichtingskosten", "Formation expenses", "Errichtungs- und Erweiterungsaufwendungen"],
  ["200", "Frais de constitution, d'augmentation de capital ou d'augmentation de l'apport", "Kosten van oprichting, kapitaalverhoging of verhoging van de inbreng", "Formation or capital increase or contribution increase expenses", "Errichtungsaufwendungen und Kapital- und Einlagenerh\xF6hungskosten"],
  ["200000", "Frais de constitution, d'augmentation de capital ou d'augmentation de l'apport - Valeur d'acquisition", "Kosten van oprichting, kapitaalverhoging of verhoging van de inbreng - Aanschaffingswaarde", "Formation or capital increase or contribution increase expenses - Acquisition value", "Errichtungsaufwendungen und Kapital- und Einlagenerh\xF6hungskosten - Anschaffungswert"],
  ["200009", "Frais de constitution, d'augmentation de capital ou d'augmentation de l'apport - Amortissements ou r\xE9ductions de valeur act\xE9s", "Kosten van oprichting, kapitaalverhoging of verhoging van de inbreng - Geboekte afschrijvingen of waardeverminderingen", "Formation or capital increase or contribution increase expenses - Depreciation and amounts written down recorded", "Errichtungsaufwendungen und Kapital- und Einlagenerh\xF6hungskosten - Gebuchte Abschreibungen oder Wertminderungen"],
  ["201", "Frais d'\xE9mission d'emprunts", "Kosten bij uitgifte van leningen", "Loan issue expenses", "Kosten der Emission von Anleihen"],
  ["202", "Autres frais d'\xE9tablissement", "Overige oprichtingskosten", "Other formation expenses", "Andere Errichtungs- und Erweiterungsaufwendungen"],
  ["204", "Frais de restructuration", "Herstructureringskosten", "Restructuring costs", "Restrukturierungskosten"],
  ["21", "Immobilisations incorporelles", "Immateri\xEBle vaste activa", "Intangible fixed assets", "Immaterielle Anlagewerte"],
  ["210", "Frais de recherche et de d\xE9veloppement", "Kosten van onderzoek en ontwikkeling", "Research and development costs", "Forschungs- und Entwicklungskosten"],
  ["210000", "Frais de recherche et de d\xE9veloppement - Valeur d'acquisition", "Kosten van onderzoek en ontwikkeling - Aanschaffingswaarde", "Research and development costs - Acquisition value", "Forschungs- und Entwicklungskosten - Anschaffungswert"],
  ["210009", "Frais de recherche et de d\xE9veloppement - Amortissements ou r\xE9ductions de valeur act\xE9s", "Kosten van onderzoek en ontwikkeling - Geboekte afschrijvingen of waardeverminderingen", "Research and development costs - Depreciation and amounts written down recorded", "Forschungs- und Entwicklungskosten - Gebuchte Abschreibungen oder Wertminderungen"],
  ["211", "Concessions, brevets, licences, savoir-faire, marques et droits similaires", "Concessies, octrooien, licenties, know-how, merken en soortgelijke rechten", "Concessions, patents, licences, know-how, brands and similar rights", "Konzessionen, Patente, Lizenzen, Know-how, Warenzeichen und \xE4hnliche Rechte"],
  ["211000", "Concessions, brevets, licences, savoir-faire, marques et droits similaires - Valeur d'acquisition", "Concessies, octrooien, licenties, know-how, merken en soortgelijke rechten - Aanschaffingswaarde", "Concessions, patents, licences, know-how, brands and similar rights - Acquisition value", "Konzessionen, Patente, Lizenzen, Know-how, Warenzeichen und \xE4hnliche Rechte - Anschaffungswert"],
  ["211009", "Concessions, brevets, licences, savoir-faire, marques et droits similaires - Amortissements ou r\xE9ductions de valeur act\xE9s", "Concessies, octrooien, licenties, know-how, merken en soortgelijke rechten - Geboekte afschrijvingen of waardeverminderingen", "Concessions, patents, licences, know-how, brands and similar rights - Depreciation and amounts written down recorded", "Konzessionen, Patente, Lizenzen, Know-how, Warenzeichen und \xE4hnliche Rechte - Gebuchte Abschreibungen oder Wertminderungen"],
  ["212", "Goodwill", "Goodwill", "Goodwill", "Goodwill"],
  ["212000", "Goodwill - Valeur d'acquisition", "Goodwill - Aanschaffingswaarde", "Goodwill - Acquisition value", "Goodwill - Anschaffungswert"],
  ["212009", "Goodwill - Amortissements ou r\xE9ductions de valeur act\xE9s", "Goodwill - Geboekte afschrijvingen of waardeverminderingen", "Goodwill - Depreciation and amounts written down recorded", "Goodwill - Gebuchte Abschreibungen oder Wertminderungen"],
  ["213", "Acomptes vers\xE9s pour immobilisations incorporelles", "Vooruitbetalingen voor immateri\xEBle vaste activa", "Advance payments for intangible fixed assets", "Geleistete Anzahlungen f\xFCr immaterielle Anlagewerte"],
  ["22", "Terrains et constructions", "Terreinen en gebouwen", "Land and buildings", "Grundst\xFCcke und Bauten"],
  ["220", "Terrains", "Terreinen", "Land", "Grundst\xFCcke"],
  ["220000", "Terrains - Valeur d'acquisition", "Terreinen - Aanschaffingswaarde", "Land - Acquisition value", "Grundst\xFCcke - Anschaffungswert"],
  ["220008", "Terrains - Plus-values act\xE9es", "Terreinen - Geboekte meerwaarden", "Land - Capital profits recorded", "Grundst\xFCcke - Gebuchte Mehrwerte"],
  ["220009", "Terrains - Amortissements ou r\xE9ductions de valeur act\xE9s", "Terreinen - Geboekte afschrijvingen of waardeverminderingen", "Land - Depreciation and amounts written down recorded", "Grundst\xFCcke - Gebuchte Abschreibungen oder Wertminderungen"],
  ["221", "Constructions", "Gebouwen", "Buildings", "Bauten"],
  ["221000", "Constructions - Valeur d'acquisition", "Gebouwen - Aanschaffingswaarde", "Buildings - Acquisition value", "Bauten - Anschaffungswert"],
  ["221008", "Constructions - Plus-values act\xE9es", "Gebouwen - Geboekte meerwaarden", "Buildings - Capital profits recorded", "Bauten - Gebuchte Mehrwerte"],
  ["221009", "Constructions - Amortissements ou r\xE9ductions de valeur act\xE9s", "Gebouwen - Geboekte afschrijvingen of waardeverminderingen", "Buildings - Depreciation and amounts written down recorded", "Bauten - Gebuchte Abschreibungen oder Wertminderungen"],
  ["222", "Terrains b\xE2tis", "Bebouwde terreinen", "Developed land", "Bebaute Grundst\xFCcke"],
  ["222000", "Terrains b\xE2tis - Valeur d'acquisition", "Bebouwde terreinen - Aanschaffingswaarde", "Developed land - Acquisition value", "Bebaute Grundst\xFCcke - Anschaffungswert"],
  ["222008", "Terrains b\xE2tis - Plus-values act\xE9es", "Bebouwde terreinen - Geboekte meerwaarden", "Developed land - Capital profits recorded", "Bebaute Grundst\xFCcke - Gebuchte Mehrwerte"],
  ["222009", "Terrains b\xE2tis - Amortissements ou r\xE9ductions de valeur act\xE9s", "Bebouwde terreinen - Geboekte afschrijvingen of waardeverminderingen", "Developed land - Depreciation and amounts written down recorded", "Bebaute Grundst\xFCcke - Gebuchte Abschreibungen oder Wertminderungen"],
  ["223", "Autres droits r\xE9els sur des immeubles", "Overige zakelijke rechten op onroerende goederen", "Other rights to immovable property", "Sonstige dingliche Rechte an unbeweglichen G\xFCtern"],
  ["223000", "Autres droits r\xE9els sur des immeubles - Valeur d'acquisition", "Overige zakelijke rechten op onroerende goederen - Aanschaffingswaarde", "Other rights to immovable property - Acquisition value", "Sonstige dingliche Rechte an unbeweglichen G\xFCtern - Anschaffungswert"],
  ["223008", "Autres droits r\xE9els sur des immeubles - Plus-values act\xE9es", "Overige zakelijke rechten op onroerende goederen - Geboekte meerwaarden", "Other rights to immovable property - Capital profits recorded", "Sonstige dingliche Rechte an unbeweglichen G\xFCtern - Gebuchte Mehrwerte"],
  ["223009", "Autres droits r\xE9els sur des immeubles - Amortissements ou r\xE9ductions de valeur act\xE9s", "Overige zakelijke rechten op onroerende goederen - Geboekte afschrijvingen of waardeverminderingen", "Other rights to immovable property - Depreciation and amounts written down recorded", "Sonstige dingliche Rechte an unbeweglichen G\xFCtern - Gebuchte Abschreibungen oder Wertminderungen"],
  ["23", "Installations, machines et outillage", "Installaties, machines en uitrusting", "Plant, machinery and equipment", "Anlagen, Maschinen und Betriebsausstattung"],
  ["230000", "Installations, machines et outillage - Valeur d'acquisition", "Installaties, machines en uitrusting - Aanschaffingswaarde", "Plant, machinery and equipment - Acquisition value", "Anlagen, Maschinen und Betriebsausstattung - Anschaffungswert"],
  ["230008", "Installations, machines et outillage - Plus-values act\xE9es", "Installaties, machines en uitrusting - Geboekte meerwaarden", "Plant, machinery and equipment - Capital profits recorded", "Anlagen, Maschinen und Betriebsausstattung - Gebuchte Mehrwerte"],
  ["230009", "Installations, machines et outillage - Amortissements ou r\xE9ductions de valeur act\xE9s", "Installaties, machines en uitrusting - Geboekte afschrijvingen of waardeverminderingen", "Plant, machinery and equipment - Depreciation and amounts written down recorded", "Anlagen, Maschinen und Betriebsausstattung - Gebuchte Abschreibungen oder Wertminderungen"],
  ["24", "Mobilier et mat\xE9riel roulant", "Meubilair en rollend materieel", "Furniture and vehicles", "Gesch\xE4ftsausstattung und Fuhrpark"],
  ["240000", "Mobilier et mat\xE9riel roulant - Valeur d'acquisition", "Meubilair en rollend materieel - Aanschaffingsprijs", "Furniture and vehicles - Acquisition value", "Gesch\xE4ftsausstattung und Fuhrpark - Anschaffungswert"],
  ["240008", "Mobilier et mat\xE9riel roulant - Plus-values act\xE9es", "Meubilair en rollend materieel - Geboekte meerwaarden", "Furniture and vehicles - Capital profits recorded", "Gesch\xE4ftsausstattung und Fuhrpark - Gebuchte Mehrwerte"],
  ["240009", "Mobilier et mat\xE9riel roulant - Amortissements ou moins-values act\xE9s", "Meubilair en rollend materieel - Geboekte afschrijvingen of waardeverminderingen", "Furniture and vehicles - Depreciation and amounts written down recorded", "Gesch\xE4ftsausstattung und Fuhrpark - Gebuchte Abschreibungen oder Wertminderungen"],
  ["241000", "Mat\xE9riel roulant - Valeur d'acquisition", "Rollend materieel - Aanschaffingswaarde", "Vehicles - Acquisition value", "Fuhrpark - Anschaffungswert"],
  ["241009", "Mat\xE9riel roulant - Amortissements ou r\xE9ductions de valeur act\xE9s", "Rollend materieel - Geboekte afschrijvingen of waardeverminderingen", "Vehicles - Depreciation and amounts written down recorded", "Fuhrpark - Gebuchte Abschreibungen oder Wertminderungen"],
  ["242000", "Mat\xE9riel de bureau et mat\xE9riel informatique - Valeur d'acquisition", "Kantoor- en computermateriaal - Aanschaffingswaarde", "Office and computer equipment - Acquisition value", "B\xFCro- und EDV-Ausstattung - Anschaffungswert"],
  ["242009", "Mat\xE9riel de bureau et mat\xE9riel informatique - Amortissements ou r\xE9ductions de valeur act\xE9s", "Kantoor- en computermateriaal - Geboekte afschrijvingen of waardeverminderingen", "Office and computer equipment - Depreciation and amounts written down recorded", "B\xFCro- und EDV-Ausstattung - Gebuchte Abschreibungen oder Wertminderungen"],
  ["25", "Immobilisations d\xE9tenues en location-financement et droits similaires", "Vaste activa in leasing of op grond van een soortgelijk recht", "Fixed assets in leasing or other similar rights", "Aufgrund von Leasing und \xE4hnlichen Rechten gehaltene Anlagen"],
  ["250", "Terrains et constructions d\xE9tenues en location-financement et droits similaires", "Terreinen en gebouwen in leasing of op grond van een soortgelijk recht", "Land and buildings in leasing or other similar rights", "Aufgrund von Leasing und \xE4hnlichen Rechten gehaltene Grundst\xFCcke und Bauten"],
  ["250000", "Terrains et constructions d\xE9tenues en location-financement et droits similaires - Valeur d'acquisition", "Terreinen en gebouwen in leasing of op grond van een soortgelijk recht - Aanschaffingswaarde", "Land and buildings in leasing or other similar rights - Acquisition value", "Aufgrund von Leasing und \xE4hnlichen Rechten gehaltene Grundst\xFCcke und Bauten - Anschaffungswert"],
  ["250009", "Terrains et constructions d\xE9tenues en location-financement et droits similaires - Amortissements ou r\xE9ductions de valeur act\xE9s", "Terreinen en gebouwen in leasing of op grond van een soortgelijk recht - Geboekte afschrijvingen of waardeverminderingen", "Land and buildings in leasing or other similar rights - Depreciation and amounts written down recorded", "Aufgrund von Leasing und \xE4hnlichen Rechten gehaltene Grundst\xFCcke und Bauten - Gebuchte Abschreibungen oder Wertminderungen"],
  ["251", "Installations, machines et outillage d\xE9tenues en location-financement et droits similaires", "Installaties, machines en uitrusting in leasing of op grond van een soortgelijk recht", "Plant, machinery and equipment in leasing or other similar rights", "Aufgrund von Leasing und \xE4hnlichen Rechten gehaltene Anlagen, Maschinen und Betriebsausstattung"],
  ["251000", "Installations, machines et outillage d\xE9tenues en location-financement et droits similaires - Valeur d'acquisition", "Installaties, machines en uitrusting in leasing of op grond van een soortgelijk recht - Aanschaffingswaarde", "Plant, machinery and equipment in leasing or other similar rights - Acquisition value", "Aufgrund von Leasing und \xE4hnlichen Rechten gehaltene Anlagen, Maschinen und Betriebsausstattung - Anschaffungswert"],
  ["251009", "Installations, machines et outillage d\xE9tenues en location-financement et droits similaires - Amortissements ou r\xE9ductions de valeur act\xE9s", "Installaties, machines en uitrusting in leasing of op grond van een soortgelijk recht - Geboekte afschrijvingen of waardeverminderingen", "Plant, machinery and equipment in leasing or other similar rights - Depreciation and amounts written down recorded", "Aufgrund von Leasing und \xE4hnlichen Rechten gehaltene Anlagen, Maschinen und Betriebsausstattung - Gebuchte Abschreibungen oder Wertminderungen"],
  ["252", "Mobilier et mat\xE9riel roulant d\xE9tenus en location-financement et droits similaires", "Meubilair en rollend materieel in leasing of op grond van een soortgelijk recht", "Furniture and vehicles in leasing or other similar rights", "Aufgrund von Leasing und \xE4hnlichen Rechten gehaltene Gesch\xE4ftsausstattung und Fuhrpark"],
  ["252000", "Mobilier et mat\xE9riel roulant d\xE9tenus en location-financement et droits similaires - Valeur d'acquisition", "Meubilair en rollend materieel in leasing of op grond van een soortgelijk recht - Aanschaffingswaarde", "Furniture and vehicles in leasing or other similar rights - Acquisition value", "Aufgrund von Leasing und \xE4hnlichen Rechten gehaltene Gesch\xE4ftsausstattung und Fuhrpark - Anschaffungswert"],
  ["252009", "Mobilier et mat\xE9riel roulant d\xE9tenus en location-financement et droits similaires - Amortissements ou r\xE9ductions de valeur act\xE9s", "Meubilair en rollend materieel in leasing of op grond van een soortgelijk recht - Geboekte afschrijvingen of waardeverminderingen", "Furniture and vehicles in leasing or other similar rights - Depreciation and amounts written down recorded", "Aufgrund von Leasing und \xE4hnlichen Rechten gehaltene Gesch\xE4ftsausstattung und Fuhrpark - Gebuchte Abschreibungen oder Wertminderungen"],
  ["26", "Autres immobilisations corporelles", "Overige materi\xEBle vaste activa", "Other tangible fixed assets", "Sonstige Sachanlagen"],
  ["260000", "Autres immobilisations corporelles - Valeur d'acquisition", "Overige materi\xEBle vaste activa - Aanschaffingswaarde", "Other tangible fixed assets - Acquisition value", "Sonstige Sachanlagen - Anschaffungswert"],
  ["260009", "Autres immobilisations corporelles - Amortissements ou r\xE9ductions de valeur act\xE9s", "Overige materi\xEBle vaste activa - Geboekte afschrijvingen of waardeverminderingen", "Other tangible fixed assets - Depreciation and amounts written down recorded", "Sonstige Sachanlagen - Gebuchte Abschreibungen oder Wertminderungen"],
  ["27", "Immobilisations corporelles en cours et acomptes vers\xE9s", "Vaste activa in aanbouw en vooruitbetalingen", "Tangible fixed assets under construction and advance payments", "Anlagen im Bau und geleistete Anzahlungen"],
  ["28", "Immobilisations financi\xE8res", "Financi\xEBle vaste activa", "Financial fixed assets", "Finanzanlagen"],
  ["280", "Participations dans les soci\xE9t\xE9s li\xE9es", "Deelnemingen in verbonden vennootschappen", "Participating interests in affiliated enterprises", "Beteiligungen an verbundenen Gesellschaften"],
  ["2800", "Participations dans des entreprises li\xE9es - Valeur d'acquisition", "Deelnemingen in verbonden ondernemingen - Aanschaffingswaarde", "Participating interests in affiliated enterprises - Acquisition value", "Beteiligungen an verbundenen Unternehmen - Anschaffungswert"],
  ["2801", "Participations dans des entreprises li\xE9es - Montants non appel\xE9s (-)", "Deelnemingen in verbonden ondernemingen - Nog te storten bedragen (-)", "Participating interests in affiliated enterprises - Uncalled amounts (-)", "Beteiligungen an verbundenen Unternehmen - Nicht eingeforderte Betr\xE4ge (-)"],
  ["2808", "Participations dans des entreprises li\xE9es - Plus-values act\xE9es", "Deelnemingen in verbonden ondernemingen - Geboekte meerwaarden", "Participating interests in affiliated enterprises - Capital profits recorded", "Beteiligungen an verbundenen Unternehmen - Gebuchte Mehrwerte"],
  ["2809", "Participations dans des entreprises li\xE9es - R\xE9ductions de valeur act\xE9es (-)", "Deelnemingen in verbonden vennootschappen - Geboekte waardeverminderingen (-)", "Participating interests in affiliated enterprises - Amounts written down recorded (-)", "Beteiligungen an verbundenen Unternehmen - Gebuchte Wertminderungen (-)"],
  ["281", "Cr\xE9ances sur des entreprises li\xE9es", "Vorderingen op verbonden ondernemingen", "Amounts receivable from affiliated enterprises", "Forderungen an verbundenen Unternehmen"],
  ["2810", "Cr\xE9ances sur des entreprises li\xE9es - Cr\xE9ances en compte", "Vorderingen op verbonden ondernemingen - Vorderingen op rekening", "Amounts receivable from affiliated enterprises - Current account", "Forderungen gegen verbundene Unternehmen - Kontoforderungen"],
  ["2811", "Cr\xE9ances sur des entreprises li\xE9es - Effets \xE0 recevoir", "Vorderingen op verbonden ondernemingen - Te innen wissels", "Amounts receivable from affiliated enterprises - Bills receivable", "Forderungen gegen verbundene Unternehmen - Besitzwechsel"],
  ["2812", "Cr\xE9ances sur des entreprises li\xE9es - Titres \xE0 revenu fixe", "Vorderingen op verbonden ondernemingen - Vastrentende effecten", "Amounts receivable from affiliated enterprises - Fixed-income securities", "Forderungen gegen verbundene Unternehmen - Festverzinsliche Wertpapiere"],
  ["2817", "Cr\xE9ances sur des entreprises li\xE9es - Cr\xE9ances douteuses", "Vorderingen op verbonden ondernemingen - Dubieuze debiteuren", "Amounts receivable from affiliated enterprises - Doubtful amounts", "Forderungen gegen verbundene Unternehmen - Zweifelhafte Forderungen"],
  ["2819", "Cr\xE9ances sur des entreprises li\xE9es - R\xE9ductions de valeur act\xE9es (-)", "Vorderingen op verbonden ondernemingen - Geboekte waardeverminderingen (-)", "Amounts receivable from affiliated enterprises - Amounts written down recorded (-)", "Forderungen gegen verbundene Unternehmen - Gebuchte Wertminderungen (-)"],
  ["282", "Participations dans les entreprises avec lesquelles il existe un lien de participation", "Deelnemingen in ondernemingen waarmee een deelnemingsverhouding bestaat", "Participating interests in other enterprises linked by participating interests", "Beteiligungen an Unternehmen, mit denen ein Beteiligungsverh\xE4ltnis besteht"],
  ["2820", "Participations dans des entreprises avec lesquelles il existe un lien de participation - Valeur d'acquisition", "Deelnemingen in ondernemingen waarmee een deelnemingsverhouding bestaat - Aanschaffingswaarde", "Participating interests in other enterprises linked by participating interests - Acquisition value", "Beteiligungen an Unternehmen, mit denen ein Beteiligungsverh\xE4ltnis besteht - Anschaffungswert"],
  ["2821", "Participations dans des entreprises avec lesquelles il existe un lien de participation - Montants non appel\xE9s (-)", "Deelnemingen in ondernemingen waarmee een deelnemingsverhouding bestaat - Nog te storten bedragen (-)", "Participating interests in other enterprises linked by participating interests - Uncalled amounts (-)", "Beteiligungen an Unternehmen, mit denen ein Beteiligungsverh\xE4ltnis besteht - Nicht eingeforderte Betr\xE4ge (-)"],
  ["2828", "Participations dans des entreprises avec lesquelles il existe un lien de participation - Plus-values act\xE9es", "Deelnemingen in ondernemingen waarmee een deelnemingsverhouding bestaat - Geboekte meerwaarden", "Participating interests in other enterprises linked by participating interests - Capital profits recorded", "Beteiligungen an Unternehmen, mit denen ein Beteiligungsverh\xE4ltnis besteht - Gebuchte Mehrwerte"],
  ["2829", "Participations dans des entreprises avec lesquelles il existe un lien de participation - R\xE9ductions de valeur act\xE9es (-)", "Deelnemingen in ondernemingen waarmee een deelnemingsverhouding bestaat - Geboekte waardeverminderingen (-)", "Participating interests in other enterprises linked by participating interests - Amounts written down recorded (-)", "Beteiligungen an Unternehmen, mit denen ein Beteiligungsverh\xE4ltnis besteht - Gebuchte Wertminderungen (-)"],
  ["283", "Cr\xE9ances sur les entreprises avec lesquelles il existe un lien de participation", "Vorderingen op ondernemingen waarmee een deelnemingsverhouding bestaat", "Amounts receivable from other enterprises linked by participating interests", "Forderungen an Unternehmen, mit denen ein Beteiligungsverh\xE4ltnis besteht"],
  ["2830", "Cr\xE9ances sur des entreprises avec lesquelles il existe un lien de participation - Cr\xE9ances en compte", "Vorderingen op ondernemingen waarmee een deelnemingsverhouding bestaat - Vorderingen op rekening", "Amounts receivable from other enterprises linked by participating interests - Current account", "Forderungen an Unternehmen, mit denen ein Beteiligungsverh\xE4ltnis besteht - Kontoforderungen"],
  ["2831", "Cr\xE9ances sur des entreprises avec lesquelles il existe un lien de participation - Effets \xE0 recevoir", "Vorderingen op ondernemingen waarmee een deelnemingsverhouding bestaat - Te innen wissels", "Amounts receivable from other enterprises linked by participating interests - Bills receivable", "Forderungen an Unternehmen, mit denen ein Beteiligungsverh\xE4ltnis besteht - Besitzwechsel"],
  ["2832", "Cr\xE9ances sur des entreprises avec lesquelles il existe un lien de participation - Titres \xE0 revenu fixe", "Vorderingen op ondernemingen waarmee een deelnemingsverhouding bestaat - Vastrentende effecten", "Amounts receivable from other enterprises linked by participating interests - Fixed-income securities", "Forderungen an Unternehmen, mit denen ein Beteiligungsverh\xE4ltnis besteht - Festverzinsliche Wertpapiere"],
  ["2837", "Cr\xE9ances sur des entreprises avec lesquelles il existe un lien de participation - Cr\xE9ances douteuses", "Vorderingen op ondernemingen waarmee een deelnemingsverhouding bestaat - Dubieuze debiteuren", "Amounts receivable from other enterprises linked by participating interests - Doubtful amounts", "Forderungen an Unternehmen, mit denen ein Beteiligungsverh\xE4ltnis besteht - Zweifelhafte Forderungen"],
  ["2839", "Cr\xE9ances sur les entreprises avec lesquelles il existe un lien de participation - R\xE9ductions de valeur act\xE9es (-)", "Vorderingen op ondernemingen waarmee een deelnemingsverhouding bestaat - Geboekte waardeverminderingen (-)", "Amounts receivable from other enterprises linked by participating interests - Amounts written down recorded (-)", "Forderungen an Unternehmen, mit denen ein Beteiligungsverh\xE4ltnis besteht - Gebuchte Wertminderungen (-)"],
  ["284", "Autres actions et parts", "Andere aandelen", "Other shares", "Sonstige Aktien oder Anteile"],
  ["2840", "Autres actions et parts - Valeur d'acquisition", "Andere aandelen - Aanschaffingswaarde", "Other shares - Acquisition value", "Sonstige Aktien oder Anteile - Anschaffungswert"],
  ["2841", "Autres actions et parts - Montants non appel\xE9s (-)", "Andere aandelen - Nog te storten bedragen (-)", "Other shares - Uncalled amounts (-)", "Sonstige Aktien oder Anteile - Nicht eingeforderte Betr\xE4ge (-)"],
  ["2848", "Autres actions et parts - Plus-values act\xE9es", "Andere aandelen - Geboekte meerwaarden", "Other shares - Capital profits recorded", "Sonstige Aktien oder Anteile - Gebuchte Mehrwerte"],
  ["2849", "Autres actions et parts - R\xE9ductions de valeur act\xE9es (-)", "Andere aandelen - Geboekte waardeverminderingen (-)", "Other shares - Amounts written down recorded (-)", "Sonstige Aktien oder Anteile - Gebuchte Wertminderungen (-)"],
  ["285", "Autres cr\xE9ances", "Andere vorderingen", "Other amounts receivable", "Sonstige Forderungen"],
  ["2850", "Autres cr\xE9ances - Cr\xE9ances en compte", "Overige vorderingen - Vorderingen op rekening", "Other amounts receivable - Current account", "Sonstige Forderungen - Kontoforderungen"],
  ["2851", "Autres cr\xE9ances - Effets \xE0 recevoir", "Overige vorderingen - Te innen wissels", "Other amounts receivable - Bills receivable", "Sonstige Forderungen - Besitzwechsel"],
  ["2852", "Autres cr\xE9ances - Titres \xE0 revenu fixe", "Overige vorderingen - Vastrentende effecten", "Other amounts receivable - Fixed-income securities", "Sonstige Forderungen - Festverzinsliche Wertpapiere"],
  ["2857", "Autres cr\xE9ances - Cr\xE9ances douteuses", "Overige vorderingen - Dubieuze debiteuren", "Other amounts receivable - Doubtful amounts", "Sonstige Forderungen - Zweifelhafte Forderungen"],
  ["2859", "Autres cr\xE9ances - R\xE9ductions de valeur act\xE9es (-)", "Overige vorderingen - Geboekte waardeverminderingen (-)", "Other amounts receivable - Amounts written down recorded (-)", "Sonstige Forderungen - Gebuchte Wertminderungen (-)"],
  ["288", "Cautionnements vers\xE9s en num\xE9raire", "Borgtochten betaald in contanten", "Cash guarantees paid", "Gezahlte Kautionen"],
  ["29", "Cr\xE9ances \xE0 plus d'un an", "Vorderingen op meer dan \xE9\xE9n jaar", "Amounts receivable after more than one year", "Forderungen mit einer Restlaufzeit von mehr als einem Jahr"],
  ["290", "Cr\xE9ances commerciales (> 1 an)", "Handelsvorderingen (> 1 jaar)", "Trade debtors (> 1 year)", "Forderungen aus Lieferungen und Leistungen (> 1 Jahr)"],
  ["2900", "Clients (> 1 an)", "Handelsdebiteuren (> 1 jaar)", "Customers (> 1 year)", "Kunden (> 1 Jahr)"],
  ["2901", "Cr\xE9ances commerciales - Effets \xE0 recevoir (> 1 an)", "Handelsvorderingen - Te innen wissels (> 1 jaar)", "Trade debtors - Bills receivable (> 1 year)", "Forderungen aus Lieferungen und Leistungen - Besitzwechsel (> 1 Jahr)"],
  ["2906", "Cr\xE9ances commerciales - Acomptes vers\xE9s (> 1 an)", "Handelsvorderingen - Vooruitbetalingen (> 1 jaar)", "Trade debtors - Advance payments (> 1 year)", "Forderungen aus Lieferungen und Leistungen - Geleistete Anzahlungen (> 1 Jahr)"],
  ["2907", "Cr\xE9ances commerciales - Cr\xE9ances douteuses (> 1 an)", "Handelsvorderingen - Dubieuze debiteuren (> 1 jaar)", "Trade debtors - Doubtful amounts (> 1 year)", "Forderungen aus Lieferungen und Leistungen - Zweifelhafte Forderungen (> 1 Jahr)"],
  ["2909", "Cr\xE9ances commerciales - R\xE9ductions de valeur act\xE9es (> 1 an) (-)", "Handelsvorderingen - Geboekte waardeverminderingen (> 1 jaar) (-)", "Trade debtors - Amounts written down recorded (> 1 year) (-)", "Forderungen aus Lieferungen und Leistungen - Gebuchte Wertminderungen (> 1 Jahr) (-)"],
  ["291", "Autres cr\xE9ances (> 1 an)", "Overige vorderingen (> 1 jaar)", "Other amounts receivable (> 1 year)", "Sonstige Forderungen (> 1 Jahr)"],
  ["2910", "Cr\xE9ances en compte (> 1 an)", "Vorderingen op rekening (> 1 jaar)", "Current account receivable (> 1 year)", "Kontoforderungen (> 1 Jahr)"],
  ["2911", "Autres cr\xE9ances - Effets \xE0 recevoir (> 1 an)", "Overige vorderingen - Te innen wissels (> 1 jaar)", "Other amounts receivable - Bills receivable (> 1 year)", "Sonstige Forderungen - Besitzwechsel (> 1 Jahr)"],
  ["2917", "Autres cr\xE9ances - Cr\xE9ances douteuses (> 1 an)", "Overige vorderingen - Dubieuze debiteuren (> 1 jaar)", "Other amounts receivable - Doubtful amounts receivable (> 1 year)", "Sonstige Forderungen - Zweifelhafte Forderungen (> 1 Jahr)"],
  ["2919", "Autres cr\xE9ances - R\xE9ductions de valeur act\xE9es (> 1 an) (-)", "Overige vorderingen - Geboekte waardeverminderingen (> 1 jaar) (-)", "Other amounts receivable - Amounts written down recorded (> 1 year) (-)", "Sonstige Forderungen - Gebuchte Wertminderungen (> 1 Jahr) (-)"]
];

// domain/country-packs/be/accounts/class-3.ts
var class3 = [
  ["3", "Stocks et commandes en cours d'ex\xE9cution", "Voorraden en bestellingen in uitvoering", "Stocks and contracts in progress", "Vorr\xE4te und in Ausf\xFChrung befindliche Bestellungen"],
  ["30", "Mati\xE8res premi\xE8res", "Grondstoffen", "Raw materials", "Rohstoffe"],
  ["300", "Mati\xE8res premi\xE8res - Valeur d'acquisition", "Grondstoffen - Aanschaffingswaarde", "Raw materials - Acquisition value", "Rohstoffe - Anschaffungswert"],
  ["300000", "Mati\xE8res premi\xE8res - Valeur d'acquisition", "Grondstoffen - Aanschaffingswaarde", "Raw materials - Acquisition value", "Rohstoffe - Anschaffungswert"],
  ["309", "Mati\xE8res premi\xE8res - R\xE9ductions de valeur act\xE9es (-)", "Grondstoffen - Geboekte waardeverminderingen (-)", "Raw materials - Amounts written down recorded (-)", "Rohstoffe - Gebuchte Wertminderungen (-)"],
  ["31", "Fournitures", "Hulpstoffen", "Consumables", "Hilfs- und Betriebsstoffe"],
  ["310", "Approvisionnements et fournitures - Valeur d'acquisition", "Hulpstoffen - Aanschaffingswaarde", "Consumables - Acquisition value", "Hilfs- und Betriebsstoffe - Anschaffungswert"],
  ["310000", "Approvisionnements et fournitures - Valeur d'acquisition", "Hulpstoffen - Aanschaffingswaarde", "Consumables - Acquisition value", "Hilfs- und Betriebsstoffe - Anschaffungswert"],
  ["319", "Approvisionnements et fournitures - R\xE9ductions de valeur act\xE9es (-)", "Hulpstoffen - Geboekte waardeverminderingen (-)", "Consumables - Amounts written down recorded (-)", "Hilfs- und Betriebsstoffe - Gebuchte Wertminderungen (-)"],
  ["32", "En-cours de fabrication", "Goederen in bewerking", "Work in progress", "Unfertige Erzeugnisse"],
  ["320", "En-cours de fabrication - Valeur d'acquisition", "Goederen in bewerking - Aanschaffingswaarde", "Work in progress - Acquisition value", "Unfertige Erzeugnisse - Anschaffungswert"],
  ["329", "En-cours de fabrication - R\xE9ductions de valeur act\xE9es (-)", "Goederen in bewerking - Geboekte waardeverminderingen (-)", "Work in progress - Amounts written down recorded (-)", "Unfertige Erzeugnisse - Gebuchte Wertminderungen (-)"],
  ["33", "Produits finis", "Gereed product", "Finished goods", "Fertige Erzeugnisse"],
  ["330", "Produits finis - Valeur d'acquisition", "Gereed product - Aanschaffingswaarde", "Finished goods - Acquisition value", "Fertige Erzeugnisse - Anschaffungswert"],
  ["339", "Produits finis - R\xE9ductions de valeur act\xE9es (-)", "Gereed product - Geboekte waardeverminderingen (-)", "Finished goods - Amounts written down recorded (-)", "Fertige Erzeugnisse - Gebuchte Wertminderungen (-)"],
  ["34", "Marchandises", "Handelsgoederen", "Goods purchased for resale", "Waren"],
  ["340", "Marchandises - Valeur d'acquisition", "Handelsgoederen - Aanschaffingswaarde", "Goods purchased for resale - Acquisition value", "Waren - Anschaffungswert"],
  ["340000", "Marchandises - Valeur d'acquisition", "Handelsgoederen - Aanschaffingswaarde", "Goods purchased for resale - Acquisition value", "Waren - Anschaffungswert"],
  ["349", "Marchandises - R\xE9ductions de valeur act\xE9es (-)", "Handelsgoederen - Geboekte waardeverminderingen (-)", "Goods purchased for resale - Amounts written down recorded (-)", "Waren - Gebuchte Wertminderungen (-)"],
  ["35", "Immeubles destin\xE9s \xE0 la vente", "Onroerende goederen bestemd voor verkoop", "Immovable property intended for sale", "Zum Verkauf bestimmte unbewegliche Gegenst\xE4nde"],
  ["350", "Immeubles destin\xE9s \xE0 la vente - Valeur d'acquisition", "Onroerende goederen bestemd voor verkoop - Aanschaffingswaarde", "Immovable property intended for sale - Acquisition value", "Zum Verkauf bestimmte unbewegliche Gegenst\xE4nde - Anschaffungswert"],
  ["359", "Immeubles destin\xE9s \xE0 la vente - R\xE9ductions de valeur act\xE9es (-)", "Onroerende goederen bestemd voor verkoop - Geboekte waardeverminderingen (-)", "Immovable property intended for sale - Amounts written down recorded (-)", "Zum Verkauf bestimmte unbewegliche Gegenst\xE4nde - Gebuchte Wertminderungen (-)"],
  ["36", "Acomptes vers\xE9s sur achats pour stocks", "Vooruitbetalingen op voorraadinkopen", "Advance payments on purchases for stocks", "Geleistete Anzahlungen auf Vorr\xE4te"],
  ["360", "Acomptes vers\xE9s sur achats pour stocks - Acomptes vers\xE9s", "Vooruitbetalingen op voorraadinkopen - Vooruitbetalingen", "Advance payments on purchases for stocks - Advance payments", "Geleistete Anzahlungen auf Vorr\xE4te - Geleistete Anzahlungen"],
  ["369", "Acomptes vers\xE9s sur achats pour stocks - R\xE9ductions de valeur act\xE9es (-)", "Vooruitbetalingen op voorraadinkopen - Geboekte waardeverminderingen (-)", "Advance payments on purchases for stocks - Amounts written down recorded (-)", "Geleistete Anzahlungen auf Vorr\xE4te - Gebuchte Wertminderungen (-)"],
  ["37", "Commandes en cours d'ex\xE9cution", "Bestellingen in uitvoering", "Contracts in progress", "In Ausf\xFChrung befindliche Bestellungen"],
  ["370", "Commandes en cours d'ex\xE9cution - Valeur d'acquisition", "Bestellingen in uitvoering - Aanschaffingswaarde", "Contracts in progress - Acquisition value", "In Ausf\xFChrung befindliche Bestellungen - Anschaffungswert"],
  ["371", "Commandes en cours d'ex\xE9cution - B\xE9n\xE9fice pris en compte", "Bestellingen in uitvoering - Toegerekende winst", "Contracts in progress - Profit recognized", "In Ausf\xFChrung befindliche Bestellungen - Zugewiesener Gewinn"],
  ["379", "Commandes en cours d'ex\xE9cution - R\xE9ductions de valeur act\xE9es (-)", "Bestellingen in uitvoering - Geboekte waardeverminderingen (-)", "Contracts in progress - Amounts written down recorded (-)", "In Ausf\xFChrung befindliche Bestellungen - Gebuchte Wertminderungen (-)"]
];

// domain/country-packs/be/accounts/class-4.ts
var class4 = [
  ["4", "Cr\xE9ances et dettes \xE0 un an au plus", "Vorderingen en schulden op ten hoogste \xE9\xE9n jaar", "Amounts receivable and payable within one year", "Forderungen und Verbindlichkeiten mit einer Restlaufzeit bis zu einem Jahr"],
  ["40", "Cr\xE9ances commerciales", "Handelsvorderingen", "Trade debtors", "Forderungen aus Lieferungen und Leistungen"],
  ["400", "Clients", "Handelsdebiteuren", "Customers", "Kunden"],
  ["400000", "Clients", "Klanten", "Customers", "Kunden"],
  ["401", "Cr\xE9ances commerciales - Effets \xE0 recevoir", "Handelsvorderingen - Te innen wissels", "Trade debtors - Bills receivable", "Forderungen aus Lieferungen und Leistungen - Besitzwechsel"],
  ["404", "Cr\xE9ances commerciales - Produits \xE0 recevoir", "Handelsvorderingen - Te innen opbrengsten", "Trade debtors - Income receivable", "Forderungen aus Lieferungen und Leistungen - Zu erhaltende Ertr\xE4ge"],
  ["404000", "Factures \xE0 \xE9tablir", "Op te stellen facturen", "Invoices to be issued", "Auszustellende Rechnungen"],
  ["406", "Cr\xE9ances commerciales - Acomptes vers\xE9s", "Handelsvorderingen - Vooruitbetalingen", "Trade debtors - Advance payments", "Forderungen aus Lieferungen und Leistungen - Geleistete Anzahlungen"],
  ["406000", "Cr\xE9ances commerciales - Acomptes vers\xE9s", "Handelsvorderingen - Vooruitbetalingen", "Trade debtors - Advance payments", "Forderungen aus Lieferungen und Leistungen - Geleistete Anzahlungen"],
  ["407", "Cr\xE9ances commerciales - Cr\xE9ances douteuses", "Handelsvorderingen - Dubieuze debiteuren", "Trade debtors - Doubtful amounts", "Forderungen aus Lieferungen und Leistungen - Zweifelhafte Forderungen"],
  ["407000", "Cr\xE9ances commerciales - Cr\xE9ances douteuses", "Handelsvorderingen - Dubieuze debiteuren", "Trade debtors - Doubtful amounts", "Forderungen aus Lieferungen und Leistungen - Zweifelhafte Forderungen"],
  ["409", "Cr\xE9ances commerciales - R\xE9ductions de valeur act\xE9es (-)", "Handelsvorderingen - Geboekte waardeverminderingen (-)", "Trade debtors - Amounts written down recorded (-)", "Forderungen aus Lieferungen und Leistungen - Gebuchte Wertminderungen (-)"],
  ["41", "Autres cr\xE9ances", "Overige vorderingen", "Other amounts receivable", "Sonstige Forderungen"],
  ["410", "Capital ou apport appel\xE9, non vers\xE9", "Opgevraagd, niet gestort kapitaal of inbreng", "Called up capital or contribution, unpaid", "Eingefordertes, noch nicht eingezahltes Kapital oder Einlagen"],
  ["411", "TVA \xE0 r\xE9cup\xE9rer", "Terug te vorderen btw", "VAT recoverable", "Zu erstattende Mehrwertsteuer"],
  ["411000", "TVA d\xE9ductible (grille 59)", "Aftrekbare btw (rooster 59)", "Deductible VAT (box 59)", "Abziehbare MwSt. (Feld 59)"],
  ["411064", "TVA \xE0 r\xE9cup\xE9rer sur notes de cr\xE9dit \xE9mises (grille 64)", "Terug te vorderen btw op uitgereikte creditnota's (rooster 64)", "VAT to recover on credit notes issued (box 64)", "Zu erstattende MwSt. auf ausgestellte Gutschriften (Feld 64)"],
  ["411200", "TVA - Compte courant (\xE0 r\xE9cup\xE9rer)", "Btw - Rekening-courant (terug te vorderen)", "VAT - Current account (recoverable)", "MwSt. - Kontokorrent (zu erstatten)"],
  ["411830", "TVA \xE0 r\xE9cup\xE9rer - R\xE9gularisations", "Terug te vorderen btw - Regularisaties", "VAT recoverable - Adjustments", "Zu erstattende MwSt. - Berichtigungen"],
  ["412", "Imp\xF4ts et pr\xE9comptes \xE0 r\xE9cup\xE9rer", "Terug te vorderen belastingen en voorheffingen", "Taxes and withholding taxes to be recovered", "Zu erstattende Steuern und Steuervorabz\xFCge"],
  ["4120", "Imp\xF4ts belges sur le r\xE9sultat \xE0 r\xE9cup\xE9rer", "Terug te vorderen Belgische winstbelastingen", "Belgian income taxes to be recovered", "Zu erstattende belgische Ertragsteuern"],
  ["412000", "Imp\xF4ts belges sur le r\xE9sultat \xE0 r\xE9cup\xE9rer - Versements anticip\xE9s et pr\xE9comptes", "Terug te vorderen Belgische winstbelastingen - Voorafbetalingen en voorheffingen", "Belgian income taxes recoverable - Prepayments and withholding taxes", "Zu erstattende belgische Ertragsteuern - Vorauszahlungen und Vorabz\xFCge"],
  ["4121", "Imp\xF4ts belges sur le r\xE9sultat \xE0 r\xE9cup\xE9rer", "Terug te vorderen Belgische winstbelastingen", "Belgian income taxes to be recovered", "Zu erstattende belgische Ertragsteuern"],
  ["4122", "Imp\xF4ts belges sur le r\xE9sultat \xE0 r\xE9cup\xE9rer", "Terug te vorderen Belgische winstbelastingen", "Belgian income taxes to be recovered", "Zu erstattende belgische Ertragsteuern"],
  ["4123", "Imp\xF4ts belges sur le r\xE9sultat \xE0 r\xE9cup\xE9rer", "Terug te vorderen Belgische winstbelastingen", "Belgian income taxes to be recovered", "Zu erstattende belgische Ertragsteuern"],
  ["4124", "Imp\xF4ts belges sur le r\xE9sultat \xE0 r\xE9cup\xE9rer", "Terug te vorderen Belgische winstbelastingen", "Belgian income taxes to be recovered", "Zu erstattende belgische Ertragsteuern"],
  ["4125", "Autres imp\xF4ts et taxes belges \xE0 r\xE9cup\xE9rer", "Terug te vorderen andere Belgische belastingen", "Other Belgian taxes to be recovered", "Zu erstattende sonstige belgische Steuern"],
  ["4126", "Autres imp\xF4ts et taxes belges \xE0 r\xE9cup\xE9rer", "Terug te vorderen andere Belgische belastingen", "Other Belgian taxes to be recovered", "Zu erstattende sonstige belgische Steuern"],
  ["4127", "Autres imp\xF4ts et taxes belges \xE0 r\xE9cup\xE9rer", "Terug te vorderen andere Belgische belastingen", "Other Belgian taxes to be recovered", "Zu erstattende sonstige belgische Steuern"],
  ["4128", "Imp\xF4ts et taxes \xE9trangers \xE0 r\xE9cup\xE9rer", "Terug te vorderen buitenlandse belastingen", "Foreign taxes to be recovered", "Zu erstattende ausl\xE4ndische Steuern"],
  ["414", "Produits \xE0 recevoir", "Te innen opbrengsten", "Income receivable", "Zu erhaltende Ertr\xE4ge"],
  ["416", "Cr\xE9ances diverses", "Diverse vorderingen", "Sundry amounts receivable", "Sonstige Forderungen"],
  ["416000", "Cr\xE9ances diverses", "Diverse vorderingen", "Sundry amounts receivable", "Sonstige Forderungen"],
  ["416100", "Compte courant des associ\xE9s et administrateurs (d\xE9biteur)", "Rekening-courant vennoten en bestuurders (debet)", "Current account of partners and directors (debit)", "Kontokorrent der Gesellschafter und Verwalter (Soll)"],
  ["417", "Cr\xE9ances diverses - Cr\xE9ances douteuses", "Overige vorderingen - Dubieuze debiteuren", "Sundry amounts receivable - Doubtful amounts", "Sonstige Forderungen - Zweifelhafte Forderungen"],
  ["418", "Cr\xE9ances diverses - Cautionnements vers\xE9s en num\xE9raire", "Overige vorderingen - Borgtochten betaald in contanten", "Sundry amounts receivable - Cash guarantees paid", "Sonstige Forderungen - Gezahlte Kautionen"],
  ["419", "Cr\xE9ances diverses - R\xE9ductions de valeur act\xE9es (-)", "Overige vorderingen - Geboekte waardeverminderingen (-)", "Sundry amounts receivable - Amounts written down recorded (-)", "Sonstige Forderungen - Gebuchte Wertminderungen (-)"],
  ["42", "Dettes \xE0 plus d'un an \xE9ch\xE9ant dans l'ann\xE9e", "Schulden op meer dan \xE9\xE9n jaar die binnen het jaar vervallen", "Current portion of amounts payable after more than one year falling due within one year", "Innerhalb eines Jahres f\xE4llig werdende Verbindlichkeiten mit einer urspr\xFCnglichen Laufzeit von mehr als einem Jahr"],
  ["420", "Emprunts subordonn\xE9s (> 1 an \xE9ch\xE9ant < 1 an)", "Achtergestelde leningen (> 1 jaar vervallend < 1 jaar)", "Subordinated loans (> 1 year falling due < 1 year)", "Nachrangige Anleihen (> 1 Jahr f\xE4llig < 1 Jahr)"],
  ["4200", "Emprunts subordonn\xE9s - Convertibles (> 1 an \xE9ch\xE9ant < 1 an)", "Achtergestelde leningen - Converteerbaar (> 1 jaar vervallend < 1 jaar)", "Subordinated loans - Convertible bonds (> 1 year falling due < 1 year)", "Nachrangige Anleihen - Wandelanleihen (> 1 Jahr f\xE4llig < 1 Jahr)"],
  ["4201", "Emprunts subordonn\xE9s - Non convertibles (> 1 an \xE9ch\xE9ant < 1 an)", "Achtergestelde leningen - Niet converteerbaar (> 1 jaar vervallend < 1 jaar)", "Subordinated loans - Non-convertible bonds (> 1 year falling due < 1 year)", "Nachrangige Anleihen - Nicht wandelbare Anleihen (> 1 Jahr f\xE4llig < 1 Jahr)"],
  ["421", "Emprunts obligataires non subordonn\xE9s (> 1 an \xE9ch\xE9ant < 1 an)", "Niet-achtergestelde obligatieleningen (> 1 jaar vervallend < 1 jaar)", "Unsubordinated debentures (> 1 year falling due < 1 year)", "Nicht nachrangige Anleihen (> 1 Jahr f\xE4llig < 1 Jahr)"],
  ["4210", "Emprunts obligataires non subordonn\xE9s - Convertibles (> 1 an \xE9ch\xE9ant < 1 an)", "Niet-achtergestelde obligatieleningen - Converteerbaar (> 1 jaar vervallend < 1 jaar)", "Unsubordinated debentures - Convertible (> 1 year falling due < 1 year)", "Nicht nachrangige Anleihen - Wandelanleihen (> 1 Jahr f\xE4llig < 1 Jahr)"],
  ["4211", "Emprunts obligataires non subordonn\xE9s - Non convertibles (> 1 an \xE9ch\xE9ant < 1 an)", "Niet-achtergestelde obligatieleningen - Niet converteerbaar (> 1 jaar vervallend < 1 jaar)", "Unsubordinated debentures - Non-convertible (> 1 year falling due < 1 year)", "Nicht nachrangige Anleihen - Nicht wandelbare Anleihen (> 1 Jahr f\xE4llig < 1 Jahr)"],
  ["422", "Dettes de location-financement et dettes assimil\xE9es (> 1 an \xE9ch\xE9ant < 1 an)", "Leasingschulden en soortgelijke schulden (> 1 jaar vervallend < 1 jaar)", "Leasing and other similar obligations (> 1 year falling due < 1 year)", "Verbindlichkeiten aufgrund von Leasing und \xE4hnlichen Vertr\xE4gen (> 1 Jahr f\xE4llig < 1 Jahr)"],
  ["423", "\xC9tablissements de cr\xE9dit (> 1 an \xE9ch\xE9ant < 1 an)", "Kredietinstellingen (> 1 jaar vervallend < 1 jaar)", "Credit institutions (> 1 year falling due < 1 year)", "Kreditinstitute (> 1 Jahr f\xE4llig < 1 Jahr)"],
  ["4230", "\xC9tablissements de cr\xE9dit - Dettes en compte (> 1 an \xE9ch\xE9ant < 1 an)", "Kredietinstellingen - Schulden op rekening (> 1 jaar vervallend < 1 jaar)", "Credit institutions - Current account payable (> 1 year falling due < 1 year)", "Kreditinstitute - Kontoverbindlichkeiten (> 1 Jahr f\xE4llig < 1 Jahr)"],
  ["4231", "\xC9tablissements de cr\xE9dit - Promesses (> 1 an \xE9ch\xE9ant < 1 an)", "Kredietinstellingen - Promessen (> 1 jaar vervallend < 1 jaar)", "Credit institutions - Promissory notes (> 1 year falling due < 1 year)", "Kreditinstitute - Solawechsel (> 1 Jahr f\xE4llig < 1 Jahr)"],
  ["4232", "\xC9tablissements de cr\xE9dit - Cr\xE9dits d'acceptation (> 1 an \xE9ch\xE9ant < 1 an)", "Kredietinstellingen - Acceptkredieten (> 1 jaar vervallend < 1 jaar)", "Credit institutions - Bank acceptances (> 1 year falling due < 1 year)", "Kreditinstitute - Akzeptkredite (> 1 Jahr f\xE4llig < 1 Jahr)"],
  ["424", "Autres emprunts (> 1 an \xE9ch\xE9ant < 1 an)", "Overige leningen (> 1 jaar vervallend < 1 jaar)", "Other loans (> 1 year falling due < 1 year)", "Sonstige Anleihen (> 1 Jahr f\xE4llig < 1 Jahr)"],
  ["425", "Dettes commerciales (> 1 an \xE9ch\xE9ant < 1 an)", "Handelsschulden (> 1 jaar vervallend < 1 jaar)", "Trade debts (> 1 year falling due < 1 year)", "Verbindlichkeiten aus Lieferungen und Leistungen (> 1 Jahr f\xE4llig < 1 Jahr)"],
  ["4250", "Fournisseurs (> 1 an \xE9ch\xE9ant < 1 an)", "Leveranciers (> 1 jaar vervallend < 1 jaar)", "Suppliers (> 1 year falling due < 1 year)", "Lieferanten (> 1 Jahr f\xE4llig < 1 Jahr)"],
  ["4251", "Effets \xE0 payer (> 1 an \xE9ch\xE9ant < 1 an)", "Te betalen wissels (> 1 jaar vervallend < 1 jaar)", "Bills of exchange payable (> 1 year falling due < 1 year)", "Verbindlichkeiten aus Wechseln (> 1 Jahr f\xE4llig < 1 Jahr)"],
  ["426", "Acomptes sur commandes (> 1 an \xE9ch\xE9ant < 1 an)", "Vooruitbetalingen op bestellingen (> 1 jaar vervallend < 1 jaar)", "Advance payments on contracts in progress (> 1 year falling due < 1 year)", "Anzahlungen auf Bestellungen (> 1 Jahr f\xE4llig < 1 Jahr)"],
  ["428", "Cautionnements re\xE7us en num\xE9raire (> 1 an \xE9ch\xE9ant < 1 an)", "Borgtochten ontvangen in contanten (> 1 jaar vervallend < 1 jaar)", "Guarantees received in cash (> 1 year falling due < 1 year)", "In Geldmittel erhaltene Kautionen (> 1 Jahr f\xE4llig < 1 Jahr)"],
  ["429", "Dettes diverses (> 1 an \xE9ch\xE9ant < 1 an)", "Overige schulden (> 1 jaar vervallend < 1 jaar)", "Other amounts payable (> 1 year falling due < 1 year)", "Sonstige Verbindlichkeiten (> 1 Jahr f\xE4llig < 1 Jahr)"],
  ["43", "Dettes financi\xE8res", "Financi\xEBle schulden", "Financial debts", "Finanzverbindlichkeiten"],
  ["430", "\xC9tablissements de cr\xE9dit - Emprunts en compte \xE0 terme fixe", "Kredietinstellingen - Leningen op rekening met vaste termijn", "Credit institutions - Fixed-term loans", "Kreditinstitute - Kontokredite mit fester Laufzeit"],
  ["431", "\xC9tablissements de cr\xE9dit - Promesses", "Kredietinstellingen - Promessen", "Credit institutions - Promissory notes", "Kreditinstitute - Solawechsel"],
  ["432", "\xC9tablissements de cr\xE9dit - Cr\xE9dits d'acceptation", "Kredietinstellingen - Acceptkredieten", "Credit institutions - Bank acceptances", "Kreditinstitute - Akzeptkredite"],
  ["433", "\xC9tablissements de cr\xE9dit - Dettes en compte courant", "Kredietinstellingen - Schulden in rekening-courant", "Credit institutions - Current account payable", "Kreditinstitute - Kontokorrentverbindlichkeiten"],
  ["439", "Autres emprunts", "Overige leningen", "Other loans", "Sonstige Anleihen"],
  ["44", "Dettes commerciales", "Handelsschulden", "Trade debts", "Verbindlichkeiten aus Lieferungen und Leistungen"],
  ["440", "Fournisseurs", "Leveranciers", "Suppliers", "Lieferanten"],
  ["440000", "Fournisseurs", "Leveranciers", "Suppliers", "Lieferanten"],
  ["441", "Effets \xE0 payer", "Te betalen wissels", "Bills of exchange payable", "Verbindlichkeiten aus Wechseln"],
  ["444", "Factures \xE0 recevoir", "Te ontvangen facturen", "Invoices to be received", "Zu erhaltende Rechnungen"],
  ["444000", "Factures \xE0 recevoir", "Te ontvangen facturen", "Invoices to be received", "Zu erhaltende Rechnungen"],
  ["45", "Dettes fiscales, salariales et sociales", "Schulden met betrekking tot belastingen, bezoldigingen en sociale lasten", "Taxes, remuneration and social security", "Verbindlichkeiten aufgrund von Steuern, Arbeitsentgelten und Soziallasten"],
  ["450", "Dettes fiscales estim\xE9es", "Geraamde belastingschulden", "Estimated taxes payable", "Gesch\xE4tzte Steuerschulden"],
  ["4500", "Dettes fiscales estim\xE9es - Imp\xF4ts belges sur le r\xE9sultat", "Geraamd bedrag der belastingschulden - Belgische winstbelastingen", "Estimated Belgian income taxes payable", "Gesch\xE4tzte Steuerschulden - Belgische Ertragsteuern"],
  ["450000", "Dettes fiscales estim\xE9es - Imp\xF4ts belges sur le r\xE9sultat", "Geraamd bedrag der belastingschulden - Belgische winstbelastingen", "Estimated Belgian income taxes payable", "Gesch\xE4tzte Steuerschulden - Belgische Ertragsteuern"],
  ["4501", "Dettes fiscales estim\xE9es - Imp\xF4ts belges sur le r\xE9sultat", "Geraamd bedrag der belastingschulden - Belgische winstbelastingen", "Estimated Belgian income taxes payable", "Gesch\xE4tzte Steuerschulden - Belgische Ertragsteuern"],
  ["4502", "Dettes fiscales estim\xE9es - Imp\xF4ts belges sur le r\xE9sultat", "Geraamd bedrag der belastingschulden - Belgische winstbelastingen", "Estimated Belgian income taxes payable", "Gesch\xE4tzte Steuerschulden - Belgische Ertragsteuern"],
  ["4503", "Dettes fiscales estim\xE9es - Imp\xF4ts belges sur le r\xE9sultat", "Geraamd bedrag der belastingschulden - Belgische winstbelastingen", "Estimated Belgian income taxes payable", "Gesch\xE4tzte Steuerschulden - Belgische Ertragsteuern"],
  ["4504", "Dettes fiscales estim\xE9es - Imp\xF4ts belges sur le r\xE9sultat", "Geraamd bedrag der belastingschulden - Belgische winstbelastingen", "Estimated Belgian income taxes payable", "Gesch\xE4tzte Steuerschulden - Belgische Ertragsteuern"],
  ["4505", "Dettes fiscales estim\xE9es - Autres imp\xF4ts et taxes belges", "Geraamd bedrag der belastingschulden - Andere Belgische belastingen en taksen", "Estimated other Belgian taxes payable", "Gesch\xE4tzte Steuerschulden - Sonstige belgische Steuern und Abgaben"],
  ["4506", "Dettes fiscales estim\xE9es - Autres imp\xF4ts et taxes belges", "Geraamd bedrag der belastingschulden - Andere Belgische belastingen en taksen", "Estimated other Belgian taxes payable", "Gesch\xE4tzte Steuerschulden - Sonstige belgische Steuern und Abgaben"],
  ["4507", "Dettes fiscales estim\xE9es - Autres imp\xF4ts et taxes belges", "Geraamd bedrag der belastingschulden - Andere Belgische belastingen en taksen", "Estimated other Belgian taxes payable", "Gesch\xE4tzte Steuerschulden - Sonstige belgische Steuern und Abgaben"],
  ["4508", "Dettes fiscales estim\xE9es - Imp\xF4ts et taxes \xE9trangers", "Geraamd bedrag der belastingschulden - Buitenlandse belastingen en taksen", "Estimated foreign taxes payable", "Gesch\xE4tzte Steuerschulden - Ausl\xE4ndische Steuern und Abgaben"],
  ["451", "TVA \xE0 payer", "Te betalen btw", "VAT payable", "Zu zahlende Mehrwertsteuer"],
  ["451000", "TVA \xE0 payer sur ventes (grille 54)", "Verschuldigde btw op verkopen (rooster 54)", "VAT due on sales (box 54)", "Geschuldete MwSt. auf Verk\xE4ufe (Feld 54)"],
  ["451055", "TVA \xE0 payer sur op\xE9rations intracommunautaires (grille 55)", "Verschuldigde btw op intracommunautaire handelingen (rooster 55)", "VAT due on intra-Community operations (box 55)", "Geschuldete MwSt. auf innergemeinschaftliche Ums\xE4tze (Feld 55)"],
  ["451056", "TVA \xE0 payer par le cocontractant (grille 56)", "Verschuldigde btw als medecontractant (rooster 56)", "VAT due by the co-contractor (box 56)", "Vom Vertragspartner geschuldete MwSt. (Feld 56)"],
  ["451057", "TVA \xE0 payer sur importations avec report de perception (grille 57)", "Verschuldigde btw op invoer met verlegging van heffing (rooster 57)", "VAT due on imports under reverse charge (box 57)", "Geschuldete MwSt. auf Einfuhren mit Verlagerung der Erhebung (Feld 57)"],
  ["451063", "TVA \xE0 reverser sur notes de cr\xE9dit re\xE7ues (grille 63)", "Terug te storten btw op ontvangen creditnota's (rooster 63)", "VAT to repay on credit notes received (box 63)", "Zur\xFCckzuzahlende MwSt. auf erhaltene Gutschriften (Feld 63)"],
  ["451200", "TVA - Compte courant (\xE0 payer)", "Btw - Rekening-courant (te betalen)", "VAT - Current account (payable)", "MwSt. - Kontokorrent (zu zahlen)"],
  ["451830", "TVA \xE0 payer - R\xE9gularisations", "Te betalen btw - Regularisaties", "VAT payable - Adjustments", "Zu zahlende MwSt. - Berichtigungen"],
  ["452", "Imp\xF4ts et taxes \xE0 payer", "Te betalen belastingen en taksen", "Taxes payable", "Zu zahlende Steuern und Abgaben"],
  ["4520", "Imp\xF4ts belges \xE0 payer sur le r\xE9sultat", "Te betalen Belgische winstbelastingen", "Belgian income taxes payable", "Zu zahlende belgische Ertragsteuern"],
  ["452000", "Imp\xF4ts belges \xE0 payer sur le r\xE9sultat", "Te betalen Belgische winstbelastingen", "Belgian income taxes payable", "Zu zahlende belgische Ertragsteuern"],
  ["4521", "Imp\xF4ts belges \xE0 payer sur le r\xE9sultat", "Te betalen Belgische winstbelastingen", "Belgian income taxes payable", "Zu zahlende belgische Ertragsteuern"],
  ["4522", "Imp\xF4ts belges \xE0 payer sur le r\xE9sultat", "Te betalen Belgische winstbelastingen", "Belgian income taxes payable", "Zu zahlende belgische Ertragsteuern"],
  ["4523", "Imp\xF4ts belges \xE0 payer sur le r\xE9sultat", "Te betalen Belgische winstbelastingen", "Belgian income taxes payable", "Zu zahlende belgische Ertragsteuern"],
  ["4524", "Imp\xF4ts belges \xE0 payer sur le r\xE9sultat", "Te betalen Belgische winstbelastingen", "Belgian income taxes payable", "Zu zahlende belgische Ertragsteuern"],
  ["4525", "Autres imp\xF4ts et taxes belges \xE0 payer", "Andere te betalen Belgische belastingen en taksen", "Other Belgian taxes payable", "Sonstige zu zahlende belgische Steuern und Abgaben"],
  ["4526", "Autres imp\xF4ts et taxes belges \xE0 payer", "Andere te betalen Belgische belastingen en taksen", "Other Belgian taxes payable", "Sonstige zu zahlende belgische Steuern und Abgaben"],
  ["4527", "Autres imp\xF4ts et taxes belges \xE0 payer", "Andere te betalen Belgische belastingen en taksen", "Other Belgian taxes payable", "Sonstige zu zahlende belgische Steuern und Abgaben"],
  ["4528", "Imp\xF4ts et taxes \xE9trangers \xE0 payer", "Te betalen buitenlandse belastingen en taksen", "Foreign taxes payable", "Zu zahlende ausl\xE4ndische Steuern und Abgaben"],
  ["453", "Pr\xE9comptes retenus", "Ingehouden voorheffingen", "Taxes withheld", "Einbehaltene Steuervorabz\xFCge"],
  ["453000", "Pr\xE9comptes retenus", "Ingehouden voorheffingen", "Taxes withheld", "Einbehaltene Steuervorabz\xFCge"],
  ["454", "Office National de S\xE9curit\xE9 Sociale (ONSS)", "Rijksdienst voor Sociale Zekerheid (RSZ)", "National Social Security Office (NSSO)", "Landesamt f\xFCr Soziale Sicherheit (LSS)"],
  ["454000", "Office National de S\xE9curit\xE9 Sociale (ONSS)", "Rijksdienst voor Sociale Zekerheid (RSZ)", "National Social Security Office (NSSO)", "Landesamt f\xFCr Soziale Sicherheit (LSS)"],
  ["455", "R\xE9mun\xE9rations", "Bezoldigingen", "Remuneration", "Arbeitsentgelte"],
  ["455000", "R\xE9mun\xE9rations", "Bezoldigingen", "Remuneration", "Arbeitsentgelte"],
  ["456", "P\xE9cules de vacances", "Vakantiegeld", "Holiday pay", "Urlaubsgeld"],
  ["456000", "P\xE9cules de vacances", "Vakantiegeld", "Holiday pay", "Urlaubsgeld"],
  ["459", "Autres dettes sociales", "Andere sociale schulden", "Other social obligations", "Sonstige Soziallasten"],
  ["46", "Acomptes sur commandes", "Vooruitbetalingen op bestellingen", "Advances on contracts in progress", "Anzahlungen auf Bestellungen"],
  ["460", "Acomptes sur commandes", "Vooruitbetalingen op bestellingen", "Advance payments on contracts in progress", "Erhaltene Anzahlungen auf Bestellungen"],
  ["460000", "Acomptes sur commandes", "Vooruitbetalingen op bestellingen", "Advance payments on contracts in progress", "Erhaltene Anzahlungen auf Bestellungen"],
  ["47", "Dettes d\xE9coulant de l'affectation du r\xE9sultat", "Schulden uit de bestemming van het resultaat", "Debts from the appropriation of the result", "Verbindlichkeiten, die sich aus der Ergebnisverwendung ergeben"],
  ["470", "Dividendes et tanti\xE8mes d'exercices ant\xE9rieurs", "Dividenden en tanti\xE8mes over vorige boekjaren", "Dividends and director's fees relating to prior financial periods", "Dividenden und Tantiemen vorhergehender Gesch\xE4ftsjahre"],
  ["471", "Dividendes de l'exercice", "Dividenden over het boekjaar", "Dividends - Current financial period", "Dividenden des Gesch\xE4ftsjahres"],
  ["471000", "Dividendes de l'exercice", "Dividenden over het boekjaar", "Dividends - Current financial period", "Dividenden des Gesch\xE4ftsjahres"],
  ["472", "Tanti\xE8mes de l'exercice", "Tanti\xE8mes over het boekjaar", "Director's fees - Current financial period", "Tantiemen des Gesch\xE4ftsjahres"],
  ["473", "Autres allocataires", "Andere rechthebbenden", "Other beneficiaries", "Sonstige Berechtigte"],
  ["48", "Dettes diverses", "Diverse schulden", "Miscellaneous amounts payable", "Sonstige Verbindlichkeiten"],
  ["480", "Obligations et coupons \xE9chus", "Vervallen obligaties en coupons", "Debentures and matured coupons", "F\xE4llige Schuldverschreibungen und Kupons"],
  ["488", "Cautionnements re\xE7us en num\xE9raire", "Borgtochten ontvangen in contanten", "Guarantees received in cash", "In Geldmitteln erhaltene Kautionen"],
  ["489", "Autres dettes diverses", "Andere diverse schulden", "Sundry amounts payable", "Sonstige Verbindlichkeiten"],
  ["489000", "Autres dettes diverses", "Andere diverse schulden", "Sundry amounts payable", "Sonstige Verbindlichkeiten"],
  ["489100", "Compte courant des associ\xE9s et administrateurs (cr\xE9diteur)", "Rekening-courant vennoten en bestuurders (credit)", "Current account of partners and directors (credit)", "Kontokorrent der Gesellschafter und Verwalter (Haben)"],
  ["49", "Comptes de r\xE9gularisation", "Overlopende rekeningen", "Accruals and deferred income", "Rechnungsabgrenzungsposten"],
  ["490", "Charges \xE0 reporter", "Over te dragen kosten", "Deferred charges", "Vorzutragende Aufwendungen"],
  ["490000", "Charges \xE0 reporter", "Over te dragen kosten", "Deferred charges", "Vorzutragende Aufwendungen"],
  ["491", "Produits acquis", "Verkregen opbrengsten", "Accrued income", "Erworbene Ertr\xE4ge"],
  ["491000", "Produits acquis", "Verkregen opbrengsten", "Accrued income", "Erworbene Ertr\xE4ge"],
  ["492", "Charges \xE0 imputer", "Toe te rekenen kosten", "Accrued charges", "Anzurechnende Aufwendungen"],
  ["492000", "Charges \xE0 imputer", "Toe te rekenen kosten", "Accrued charges", "Anzurechnende Aufwendungen"],
  ["493", "Produits \xE0 reporter", "Over te dragen opbrengsten", "Deferred income", "Vorzutragende Ertr\xE4ge"],
  ["493000", "Produits \xE0 reporter", "Over te dragen opbrengsten", "Deferred income", "Vorzutragende Ertr\xE4ge"],
  ["499", "Comptes d'attente", "Wachtrekeningen", "Suspense accounts", "Wartekonten"],
  ["499000", "Comptes d'attente", "Wachtrekeningen", "Suspense accounts", "Wartekonten"]
];

// domain/country-packs/be/accounts/class-5.ts
var class5 = [
  ["5", "Placements de tr\xE9sorerie et valeurs disponibles", "Geldbeleggingen en liquide middelen", "Current investments and cash at bank and in hand", "Geldanlagen und fl\xFCssige Mittel"],
  ["50", "Actions propres", "Eigen aandelen", "Own shares", "Eigene Anteile"],
  ["51", "Actions, parts et placements autres que placements \xE0 revenu fixe", "Aandelen en geldbeleggingen andere dan vastrentende beleggingen", "Shares and current investments other than fixed income investments", "Anteile und Geldanlagen, andere als festverzinsliche Anlagen"],
  ["510", "Actions, parts et placements autres que placements \xE0 revenu fixe - Valeur d'acquisition", "Aandelen en geldbeleggingen andere dan vastrentende beleggingen - Aanschaffingswaarde", "Shares and current investments other than fixed income investments - Acquisition value", "Anteile und Geldanlagen, andere als festverzinsliche Anlagen - Anschaffungswert"],
  ["510000", "Actions et parts - Valeur d'acquisition", "Aandelen - Aanschaffingswaarde", "Shares - Acquisition value", "Aktien und Anteile - Anschaffungswert"],
  ["510100", "Placements de tr\xE9sorerie autres que placements \xE0 revenu fixe - Valeur d'acquisition", "Geldbeleggingen andere dan vastrentende beleggingen - Aanschaffingswaarde", "Current investments other than fixed-income investments - Acquisition value", "Geldanlagen au\xDFer festverzinsliche Geldanlagen - Anschaffungswert"],
  ["511", "Actions et parts - Montants non appel\xE9s (-)", "Aandelen - Niet-opgevraagde bedragen (-)", "Shares - Uncalled amounts (-)", "Aktien und Anteile - Nicht eingeforderte Betr\xE4ge (-)"],
  ["519", "Actions, parts et placements autres que placements \xE0 revenu fixe - R\xE9ductions de valeur act\xE9es (-)", "Aandelen en geldbeleggingen andere dan vastrentende beleggingen - Geboekte waardeverminderingen (-)", "Shares and current investments other than fixed income investments - Amounts written down recorded (-)", "Anteile und Geldanlagen, andere als festverzinsliche Anlagen - Gebuchte Wertminderungen (-)"],
  ["519000", "Actions et parts - R\xE9ductions de valeur act\xE9es (-)", "Aandelen - Geboekte waardeverminderingen (-)", "Shares - Amounts written down recorded (-)", "Aktien und Anteile - Gebuchte Wertminderungen (-)"],
  ["519100", "Placements de tr\xE9sorerie autres que placements \xE0 revenu fixe - R\xE9ductions de valeur act\xE9es (-)", "Geldbeleggingen andere dan vastrentende beleggingen - Geboekte waardeverminderingen (-)", "Current investments other than fixed-income investments - Amounts written down recorded (-)", "Geldanlagen au\xDFer festverzinsliche Geldanlagen - Gebuchte Wertminderungen (-)"],
  ["52", "Titres \xE0 revenu fixe", "Vastrentende effecten", "Fixed-income securities", "Festverzinsliche Wertpapiere"],
  ["520", "Titres \xE0 revenu fixe - Valeur d'acquisition", "Vastrentende effecten - Aanschaffingswaarde", "Fixed-income securities - Acquisition value", "Festverzinsliche Wertpapiere - Anschaffungswert"],
  ["529", "Titres \xE0 revenu fixe - R\xE9ductions de valeur act\xE9es (-)", "Vastrentende effecten - Geboekte waardeverminderingen (-)", "Fixed-income securities - Amounts written down recorded (-)", "Festverzinsliche Wertpapiere - Gebuchte Wertminderungen (-)"],
  ["53", "D\xE9p\xF4ts \xE0 terme", "Termijnrekeningen", "Fixed term deposits", "Terminkonten"],
  ["530", "D\xE9p\xF4ts \xE0 terme de plus d'un an", "Termijndeposito's op meer dan \xE9\xE9n jaar", "Term deposits at more than one year", "Terminkonten mit einer Laufzeit von mehr als einem Jahr"],
  ["531", "D\xE9p\xF4ts \xE0 terme de plus d'un mois et \xE0 un an au plus", "Termijndeposito's op meer dan \xE9\xE9n maand en hoogstens \xE9\xE9n jaar", "Term deposits at more than one month and with a maximum term of one year", "Terminkonten mit einer Laufzeit von mehr als einem Monat und bis zu einem Jahr"],
  ["532", "D\xE9p\xF4ts \xE0 terme d'un mois au plus", "Termijndeposito's op hoogstens \xE9\xE9n maand", "Term deposits with a maximum term of one month", "Terminkonten mit einer Laufzeit bis zu einem Monat"],
  ["539", "D\xE9p\xF4ts \xE0 terme - R\xE9ductions de valeur act\xE9es (-)", "Termijndeposito's - Geboekte waardeverminderingen (-)", "Term deposits - Amounts written down recorded (-)", "Terminkonten - Gebuchte Wertminderungen (-)"],
  ["54", "Valeurs \xE9chues \xE0 l'encaissement", "Te incasseren vervallen waarden", "Receivable securities fallen due", "Inkassowerte"],
  ["55", "\xC9tablissements de cr\xE9dit", "Kredietinstellingen", "Cash at bank - Credit institutions", "Kreditinstitute"],
  ["550", "\xC9tablissements de cr\xE9dit", "Kredietinstellingen", "Credit institutions", "Kreditinstitute"],
  ["5500", "\xC9tablissements de cr\xE9dit - Comptes courants", "Kredietinstellingen - Rekeningen-courant", "Credit institutions - Current accounts", "Kreditinstitute - Laufende Konten"],
  ["550000", "Banque - Compte courant", "Bank - Rekening-courant", "Bank - Current account", "Bank - Laufendes Konto"],
  ["5501", "\xC9tablissements de cr\xE9dit - Ch\xE8ques \xE9mis (-)", "Kredietinstellingen - Uitgeschreven cheques (-)", "Credit institutions - Cheques issued (-)", "Kreditinstitute - Ausgestellte Schecks (-)"],
  ["5509", "\xC9tablissements de cr\xE9dit - R\xE9ductions de valeur act\xE9es (-)", "Kredietinstellingen - Geboekte waardeverminderingen (-)", "Credit institutions - Amounts written down recorded (-)", "Kreditinstitute - Gebuchte Wertminderungen (-)"],
  ["551", "\xC9tablissements de cr\xE9dit", "Kredietinstellingen", "Credit institutions", "Kreditinstitute"],
  ["5510", "\xC9tablissements de cr\xE9dit - Comptes courants", "Kredietinstellingen - Rekeningen-courant", "Credit institutions - Current accounts", "Kreditinstitute - Laufende Konten"],
  ["5511", "\xC9tablissements de cr\xE9dit - Ch\xE8ques \xE9mis (-)", "Kredietinstellingen - Uitgeschreven cheques (-)", "Credit institutions - Cheques issued (-)", "Kreditinstitute - Ausgestellte Schecks (-)"],
  ["5519", "\xC9tablissements de cr\xE9dit - R\xE9ductions de valeur act\xE9es (-)", "Kredietinstellingen - Geboekte waardeverminderingen (-)", "Credit institutions - Amounts written down recorded (-)", "Kreditinstitute - Gebuchte Wertminderungen (-)"],
  ["552", "\xC9tablissements de cr\xE9dit", "Kredietinstellingen", "Credit institutions", "Kreditinstitute"],
  ["5520", "\xC9tablissements de cr\xE9dit - Comptes courants", "Kredietinstellingen - Rekeningen-courant", "Credit institutions - Current accounts", "Kreditinstitute - Laufende Konten"],
  ["5521", "\xC9tablissements de cr\xE9dit - Ch\xE8ques \xE9mis (-)", "Kredietinstellingen - Uitgeschreven cheques (-)", "Credit institutions - Cheques issued (-)", "Kreditinstitute - Ausgestellte Schecks (-)"],
  ["5529", "\xC9tablissements de cr\xE9dit - R\xE9ductions de valeur act\xE9es (-)", "Kredietinstellingen - Geboekte waardeverminderingen (-)", "Credit institutions - Amounts written down recorded (-)", "Kreditinstitute - Gebuchte Wertminderungen (-)"],
  ["553", "\xC9tablissements de cr\xE9dit", "Kredietinstellingen", "Credit institutions", "Kreditinstitute"],
  ["5530", "\xC9tablissements de cr\xE9dit - Comptes courants", "Kredietinstellingen - Rekeningen-courant", "Credit institutions - Current accounts", "Kreditinstitute - Laufende Konten"],
  ["5531", "\xC9tablissements de cr\xE9dit - Ch\xE8ques \xE9mis (-)", "Kredietinstellingen - Uitgeschreven cheques (-)", "Credit institutions - Cheques issued (-)", "Kreditinstitute - Ausgestellte Schecks (-)"],
  ["5539", "\xC9tablissements de cr\xE9dit - R\xE9ductions de valeur act\xE9es (-)", "Kredietinstellingen - Geboekte waardeverminderingen (-)", "Credit institutions - Amounts written down recorded (-)", "Kreditinstitute - Gebuchte Wertminderungen (-)"],
  ["554", "\xC9tablissements de cr\xE9dit", "Kredietinstellingen", "Credit institutions", "Kreditinstitute"],
  ["5540", "\xC9tablissements de cr\xE9dit - Comptes courants", "Kredietinstellingen - Rekeningen-courant", "Credit institutions - Current accounts", "Kreditinstitute - Laufende Konten"],
  ["5541", "\xC9tablissements de cr\xE9dit - Ch\xE8ques \xE9mis (-)", "Kredietinstellingen - Uitgeschreven cheques (-)", "Credit institutions - Cheques issued (-)", "Kreditinstitute - Ausgestellte Schecks (-)"],
  ["5549", "\xC9tablissements de cr\xE9dit - R\xE9ductions de valeur act\xE9es (-)", "Kredietinstellingen - Geboekte waardeverminderingen (-)", "Credit institutions - Amounts written down recorded (-)", "Kreditinstitute - Gebuchte Wertminderungen (-)"],
  ["555", "\xC9tablissements de cr\xE9dit", "Kredietinstellingen", "Credit institutions", "Kreditinstitute"],
  ["5550", "\xC9tablissements de cr\xE9dit - Comptes courants", "Kredietinstellingen - Rekeningen-courant", "Credit institutions - Current accounts", "Kreditinstitute - Laufende Konten"],
  ["5551", "\xC9tablissements de cr\xE9dit - Ch\xE8ques \xE9mis (-)", "Kredietinstellingen - Uitgeschreven cheques (-)", "Credit institutions - Cheques issued (-)", "Kreditinstitute - Ausgestellte Schecks (-)"],
  ["5559", "\xC9tablissements de cr\xE9dit - R\xE9ductions de valeur act\xE9es (-)", "Kredietinstellingen - Geboekte waardeverminderingen (-)", "Credit institutions - Amounts written down recorded (-)", "Kreditinstitute - Gebuchte Wertminderungen (-)"],
  ["556", "\xC9tablissements de cr\xE9dit", "Kredietinstellingen", "Credit institutions", "Kreditinstitute"],
  ["5560", "\xC9tablissements de cr\xE9dit - Comptes courants", "Kredietinstellingen - Rekeningen-courant", "Credit institutions - Current accounts", "Kreditinstitute - Laufende Konten"],
  ["5561", "\xC9tablissements de cr\xE9dit - Ch\xE8ques \xE9mis (-)", "Kredietinstellingen - Uitgeschreven cheques (-)", "Credit institutions - Cheques issued (-)", "Kreditinstitute - Ausgestellte Schecks (-)"],
  ["5569", "\xC9tablissements de cr\xE9dit - R\xE9ductions de valeur act\xE9es (-)", "Kredietinstellingen - Geboekte waardeverminderingen (-)", "Credit institutions - Amounts written down recorded (-)", "Kreditinstitute - Gebuchte Wertminderungen (-)"],
  ["557", "\xC9tablissements de cr\xE9dit", "Kredietinstellingen", "Credit institutions", "Kreditinstitute"],
  ["5570", "\xC9tablissements de cr\xE9dit - Comptes courants", "Kredietinstellingen - Rekeningen-courant", "Credit institutions - Current accounts", "Kreditinstitute - Laufende Konten"],
  ["5571", "\xC9tablissements de cr\xE9dit - Ch\xE8ques \xE9mis (-)", "Kredietinstellingen - Uitgeschreven cheques (-)", "Credit institutions - Cheques issued (-)", "Kreditinstitute - Ausgestellte Schecks (-)"],
  ["5579", "\xC9tablissements de cr\xE9dit - R\xE9ductions de valeur act\xE9es (-)", "Kredietinstellingen - Geboekte waardeverminderingen (-)", "Credit institutions - Amounts written down recorded (-)", "Kreditinstitute - Gebuchte Wertminderungen (-)"],
  ["558", "\xC9tablissements de cr\xE9dit", "Kredietinstellingen", "Credit institutions", "Kreditinstitute"],
  ["5580", "\xC9tablissements de cr\xE9dit - Comptes courants", "Kredietinstellingen - Rekeningen-courant", "Credit institutions - Current accounts", "Kreditinstitute - Laufende Konten"],
  ["5581", "\xC9tablissements de cr\xE9dit - Ch\xE8ques \xE9mis (-)", "Kredietinstellingen - Uitgeschreven cheques (-)", "Credit institutions - Cheques issued (-)", "Kreditinstitute - Ausgestellte Schecks (-)"],
  ["5589", "\xC9tablissements de cr\xE9dit - R\xE9ductions de valeur act\xE9es (-)", "Kredietinstellingen - Geboekte waardeverminderingen (-)", "Credit institutions - Amounts written down recorded (-)", "Kreditinstitute - Gebuchte Wertminderungen (-)"],
  ["559", "\xC9tablissements de cr\xE9dit", "Kredietinstellingen", "Credit institutions", "Kreditinstitute"],
  ["5590", "\xC9tablissements de cr\xE9dit - Comptes courants", "Kredietinstellingen - Rekeningen-courant", "Credit institutions - Current accounts", "Kreditinstitute - Laufende Konten"],
  ["5591", "\xC9tablissements de cr\xE9dit - Ch\xE8ques \xE9mis (-)", "Kredietinstellingen - Uitgeschreven cheques (-)", "Credit institutions - Cheques issued (-)", "Kreditinstitute - Ausgestellte Schecks (-)"],
  ["5599", "\xC9tablissements de cr\xE9dit - R\xE9ductions de valeur act\xE9es (-)", "Kredietinstellingen - Geboekte waardeverminderingen (-)", "Credit institutions - Amounts written down recorded (-)", "Kreditinstitute - Gebuchte Wertminderungen (-)"],
  ["57", "Caisses", "Kassen", "Cash in hand", "Kassenbestand"],
  ["570", "Caisses - Esp\xE8ces", "Kassen - Contanten", "Cash in hand - Cash", "Kassenbestand - Bargeld"],
  ["570000", "Caisse", "Kas", "Cash", "Kasse"],
  ["571", "Caisses - Esp\xE8ces", "Kassen - Contanten", "Cash in hand - Cash", "Kassenbestand - Bargeld"],
  ["572", "Caisses - Esp\xE8ces", "Kassen - Contanten", "Cash in hand - Cash", "Kassenbestand - Bargeld"],
  ["573", "Caisses - Esp\xE8ces", "Kassen - Contanten", "Cash in hand - Cash", "Kassenbestand - Bargeld"],
  ["574", "Caisses - Esp\xE8ces", "Kassen - Contanten", "Cash in hand - Cash", "Kassenbestand - Bargeld"],
  ["575", "Caisses - Esp\xE8ces", "Kassen - Contanten", "Cash in hand - Cash", "Kassenbestand - Bargeld"],
  ["576", "Caisses - Esp\xE8ces", "Kassen - Contanten", "Cash in hand - Cash", "Kassenbestand - Bargeld"],
  ["577", "Caisses - Esp\xE8ces", "Kassen - Contanten", "Cash in hand - Cash", "Kassenbestand - Bargeld"],
  ["578", "Caisses - Timbres", "Kassen - Zegels", "Cash in hand - Stamps", "Kassenbestand - Wertmarken"],
  ["58", "Virements internes", "Interne overboekingen", "Internal transfers of funds", "Interne Geldtransferkonten"],
  ["580000", "Virements internes", "Interne overboekingen", "Internal transfers", "Interne \xDCberweisungen"]
];

// domain/country-packs/be/accounts/class-6.ts
var class6 = [
  ["6", "Charges", "Kosten", "Expenses", "Aufwendungen"],
  ["60", "Approvisionnements et marchandises", "Handelsgoederen, grond- en hulpstoffen", "Goods for resale, raw materials and consumables", "Waren, Roh-, Hilfs- und Betriebsstoffe"],
  ["600", "Achats de mati\xE8res premi\xE8res", "Aankopen van grondstoffen", "Purchases of raw materials", "K\xE4ufe von Rohstoffen"],
  ["600000", "Achats de mati\xE8res premi\xE8res", "Aankopen van grondstoffen", "Purchases of raw materials", "K\xE4ufe von Rohstoffen"],
  ["601", "Achats de fournitures", "Aankopen van hulpstoffen", "Purchases of consumables", "K\xE4ufe von Hilfs- und Betriebsstoffen"],
  ["601000", "Achats de fournitures", "Aankopen van hulpstoffen", "Purchases of consumables", "K\xE4ufe von Hilfs- und Betriebsstoffen"],
  ["602", "Achats de services, travaux et \xE9tudes", "Aankopen van diensten, werk en studies", "Purchases of services, work and studies", "K\xE4ufe von Dienstleistungen, Arbeiten und Studien"],
  ["602000", "Achats de services, travaux et \xE9tudes", "Aankopen van diensten, werk en studies", "Purchases of services, work and studies", "K\xE4ufe von Dienstleistungen, Arbeiten und Studien"],
  ["603", "Sous-traitances g\xE9n\xE9rales", "Algemene onderaannemingen", "Subcontracting", "Eins\xE4tze von Unterlieferanten"],
  ["603000", "Sous-traitances g\xE9n\xE9rales", "Algemene onderaannemingen", "Subcontracting", "Eins\xE4tze von Unterlieferanten"],
  ["604", "Achats de marchandises", "Aankopen van handelsgoederen", "Purchases of goods for resale", "Kauf von Waren"],
  ["604000", "Achats de marchandises", "Aankopen van handelsgoederen", "Purchases of goods for resale", "Kauf von Waren"],
  ["605", "Achats d'immeubles destin\xE9s \xE0 la vente", "Aankopen van onroerende goederen bestemd voor verkoop", "Purchases of immovable property for resale", "Kauf von f\xFCr den Verkauf bestimmten unbeweglichen G\xFCtern"],
  ["608", "Remises, ristournes et rabais (-)", "Ontvangen kortingen, ristorno's en rabatten (-)", "Discounts, allowance and rebates received (-)", "Erhaltene Preisnachl\xE4sse, R\xFCckverg\xFCtungen und Rabatte (-)"],
  ["608000", "Remises, ristournes et rabais (-)", "Ontvangen kortingen, ristorno's en rabatten (-)", "Discounts, allowance and rebates received (-)", "Erhaltene Preisnachl\xE4sse, R\xFCckverg\xFCtungen und Rabatte (-)"],
  ["609", "R\xE9duction (Augmentation) des stocks", "Afname (Toename) van de voorraad", "Decrease (increase) in stocks", "Abnahme (Zunahme) des Bestandes"],
  ["6090", "Variations des stocks de mati\xE8res premi\xE8res", "Voorraadwijzigingen van grondstoffen", "Decrease (increase) in stocks of raw materials", "Bestandsver\xE4nderungen der Rohstoffe"],
  ["6091", "Variations des stocks de fournitures", "Voorraadwijzigingen van hulpstoffen", "Decrease (increase) in stocks of consumables", "Bestandsver\xE4nderungen der Hilfs- und Betriebsstoffe"],
  ["6094", "Variations des stocks de marchandises", "Voorraadwijzigingen van handelsgoederen", "Decrease (increase) in stocks of goods purchased for resale", "Bestandsver\xE4nderungen der Waren"],
  ["609400", "Variations des stocks de marchandises", "Voorraadwijzigingen van handelsgoederen", "Decrease (increase) in stocks of goods purchased for resale", "Bestandsver\xE4nderungen der Waren"],
  ["6095", "Variations des stocks d'immeubles achet\xE9s destin\xE9s \xE0 la vente", "Voorraadwijzigingen van gekochte onroerende goederen bestemd voor verkoop", "Decrease (increase) in respect of immovable property for resale", "Bestandsver\xE4nderungen der zum Verkauf bestimmten gekauften unbeweglichen G\xFCter"],
  ["61", "Services et biens divers", "Diensten en diverse goederen", "Services and other goods", "\xDCbrige Lieferungen und Leistungen"],
  ["610", "Loyers et charges locatives", "Huur en huurlasten", "Rent and rental charges", "Mieten und Mietnebenkosten"],
  ["610000", "Loyers et charges locatives - Immeubles", "Huur en huurlasten - Onroerende goederen", "Rent and rental charges - Premises", "Mieten und Mietnebenkosten - Immobilien"],
  ["610100", "Location de mat\xE9riel", "Huur van materieel", "Hire of equipment", "Miete von Betriebsmitteln"],
  ["610200", "Location de v\xE9hicules", "Huur van voertuigen", "Hire of vehicles", "Miete von Fahrzeugen"],
  ["611", "Entretien et r\xE9parations", "Onderhoud en herstellingen", "Maintenance and repairs", "Wartung und Reparaturen"],
  ["611000", "Entretien et r\xE9parations - Immeubles", "Onderhoud en herstellingen - Onroerende goederen", "Maintenance and repairs - Premises", "Wartung und Reparaturen - Immobilien"],
  ["611100", "Entretien et r\xE9parations - Mat\xE9riel et mobilier", "Onderhoud en herstellingen - Materieel en meubilair", "Maintenance and repairs - Equipment and furniture", "Wartung und Reparaturen - Betriebsmittel und Mobiliar"],
  ["611200", "Entretien et r\xE9parations - V\xE9hicules", "Onderhoud en herstellingen - Voertuigen", "Maintenance and repairs - Vehicles", "Wartung und Reparaturen - Fahrzeuge"],
  ["612", "Fournitures faites \xE0 l'entreprise", "Leveringen aan de onderneming", "Supplies to the enterprise", "Lieferungen an das Unternehmen"],
  ["612000", "\xC9lectricit\xE9, gaz et eau", "Elektriciteit, gas en water", "Electricity, gas and water", "Strom, Gas und Wasser"],
  ["612100", "Carburants", "Brandstoffen", "Fuel", "Treibstoffe"],
  ["612200", "T\xE9l\xE9phone et internet", "Telefoon en internet", "Telephone and internet", "Telefon und Internet"],
  ["612300", "Frais postaux", "Portkosten", "Postage", "Postgeb\xFChren"],
  ["612400", "Fournitures de bureau", "Kantoorbenodigdheden", "Office supplies", "B\xFCrobedarf"],
  ["612500", "Petit mat\xE9riel et outillage", "Klein materieel en gereedschap", "Small equipment and tools", "Kleinger\xE4te und Werkzeuge"],
  ["612600", "Logiciels et abonnements informatiques", "Software en informaticaabonnementen", "Software and IT subscriptions", "Software und EDV-Abonnements"],
  ["612700", "Livres et documentation", "Boeken en documentatie", "Books and documentation", "B\xFCcher und Dokumentation"],
  ["613", "R\xE9tributions de tiers", "Vergoedingen aan derden", "Payments to third parties", "Verg\xFCtungen an Dritte"],
  ["613000", "Honoraires comptables et fiscaux", "Erelonen van accountants en belastingadviseurs", "Accounting and tax fees", "Honorare f\xFCr Buchhaltung und Steuerberatung"],
  ["613100", "Honoraires d'avocats et de notaires", "Erelonen van advocaten en notarissen", "Legal and notarial fees", "Rechtsanwalts- und Notarhonorare"],
  ["613200", "Autres honoraires", "Andere erelonen", "Other professional fees", "Sonstige Honorare"],
  ["613300", "Assurances non relatives au personnel", "Verzekeringen niet met betrekking tot het personeel", "Insurance not relating to personnel", "Nicht personalbezogene Versicherungen"],
  ["613400", "Commissions", "Commissies", "Commissions", "Provisionen"],
  ["613500", "Redevances pour licences et brevets", "Royalty's voor licenties en octrooien", "Royalties for licences and patents", "Lizenz- und Patentgeb\xFChren"],
  ["613600", "Cotisations professionnelles", "Beroepsbijdragen", "Professional membership fees", "Berufsverbandsbeitr\xE4ge"],
  ["614", "Publicit\xE9 et relations publiques", "Reclame en public relations", "Advertising and public relations", "Werbung und \xD6ffentlichkeitsarbeit"],
  ["614000", "Annonces et publicit\xE9", "Advertenties en reclame", "Advertising", "Anzeigen und Werbung"],
  ["614100", "Frais de r\xE9ception et de repr\xE9sentation", "Receptie- en representatiekosten", "Reception and entertainment expenses", "Empfangs- und Repr\xE4sentationskosten"],
  ["614200", "Cadeaux d'affaires", "Relatiegeschenken", "Business gifts", "Gesch\xE4ftsgeschenke"],
  ["615", "Transports et d\xE9placements", "Vervoer en verplaatsingen", "Transport and travel", "Transport und Reisen"],
  ["615000", "Transports sur ventes et frais de port", "Vervoer op verkopen en verzendingskosten", "Carriage outwards and delivery costs", "Transport- und Versandkosten"],
  ["615100", "Frais de voyage et de d\xE9placement", "Reis- en verplaatsingskosten", "Travel expenses", "Reise- und Fahrtkosten"],
  ["615200", "Frais de restaurant", "Restaurantkosten", "Restaurant expenses", "Restaurantkosten"],
  ["616", "Frais administratifs et divers", "Administratieve en diverse kosten", "Administrative and sundry expenses", "Verwaltungs- und sonstige Kosten"],
  ["616000", "Frais administratifs et publications l\xE9gales", "Administratieve kosten en wettelijke publicaties", "Administrative costs and legal publications", "Verwaltungskosten und gesetzliche Ver\xF6ffentlichungen"],
  ["616100", "Formations et s\xE9minaires", "Opleidingen en seminaries", "Training and seminars", "Aus- und Weiterbildung"],
  ["617", "Personnel int\xE9rimaire et personnes mises \xE0 la disposition de l'entreprise", "Uitzendkrachten en personen ter beschikking gesteld van de onderneming", "Hired temporary staff and persons placed at the enterprise's disposal", "Zeitarbeitpersonal und dem Unternehmen zur Verf\xFCgung gestellte Personen"],
  ["617000", "Personnel int\xE9rimaire et personnes mises \xE0 la disposition de l'entreprise", "Uitzendkrachten en personen ter beschikking gesteld van de onderneming", "Hired temporary staff and persons placed at the enterprise's disposal", "Zeitarbeitpersonal und dem Unternehmen zur Verf\xFCgung gestellte Personen"],
  ["618", "R\xE9mun\xE9rations, primes pour assurances extral\xE9gales, pensions de retraite et de survie des administrateurs, g\xE9rants et associ\xE9s actifs qui ne sont pas attribu\xE9es en vertu d'un contrat de travail", "Bezoldigingen, premies voor buitenwettelijke verzekeringen, ouderdoms- en overlevingspensioenen van bestuurders, zaakvoerders en werkende vennoten, die niet worden toegekend uit hoofde van een arbeidsovereenkomst", "Remuneration, premiums for extra statutory insurance, pensions of the directors or the management staff which are not allowed following the contract", "Arbeitsentgelte, Pr\xE4mien f\xFCr au\xDFergesetzliche Versicherungen, Ruhestands- und Hinterbliebenenpensionen der Verwalter, Gesch\xE4ftsf\xFChrer und aktiven Gesellschafter, die nicht aufgrund eines Arbeitsvertrags zuerkannt werden"],
  ["618000", "R\xE9mun\xE9rations des administrateurs, g\xE9rants et associ\xE9s actifs", "Bezoldigingen van bestuurders, zaakvoerders en werkende vennoten", "Remuneration of directors, managers and active partners", "Verg\xFCtungen der Verwalter, Gesch\xE4ftsf\xFChrer und aktiven Gesellschafter"],
  ["618100", "Cotisations sociales des administrateurs, g\xE9rants et associ\xE9s actifs", "Sociale bijdragen van bestuurders, zaakvoerders en werkende vennoten", "Social contributions of directors, managers and active partners", "Sozialbeitr\xE4ge der Verwalter, Gesch\xE4ftsf\xFChrer und aktiven Gesellschafter"],
  ["618200", "Assurances extral\xE9gales des administrateurs, g\xE9rants et associ\xE9s actifs", "Buitenwettelijke verzekeringen van bestuurders, zaakvoerders en werkende vennoten", "Extra-statutory insurance of directors, managers and active partners", "Au\xDFergesetzliche Versicherungen der Verwalter, Gesch\xE4ftsf\xFChrer und aktiven Gesellschafter"],
  ["62", "R\xE9mun\xE9rations, charges sociales et pensions", "Bezoldigingen, sociale lasten en pensioenen", "Remuneration, social security costs and pensions", "Arbeitsentgelte, Soziallasten und Pensionen"],
  ["620", "R\xE9mun\xE9rations et avantages sociaux directs", "Bezoldigingen en rechtstreekse sociale voordelen", "Remuneration and direct social benefits", "Arbeitsentgelte und direkte soziale Vorteile"],
  ["6200", "R\xE9mun\xE9rations et avantages sociaux directs - Administrateurs ou g\xE9rants", "Bezoldigingen en rechtstreekse sociale voordelen - Bestuurders of zaakvoerders", "Remuneration and direct social benefits - Directors or managers", "Arbeitsentgelte und direkte soziale Vorteile - Verwalter oder Gesch\xE4ftsf\xFChrer"],
  ["6201", "R\xE9mun\xE9rations et avantages sociaux directs - Personnel de direction", "Bezoldigingen en rechtstreekse sociale voordelen - Directiepersoneel", "Remuneration and direct social benefits - Management staff", "Arbeitsentgelte und direkte soziale Vorteile - F\xFChrungskr\xE4fte"],
  ["6202", "R\xE9mun\xE9rations et avantages sociaux directs - Employ\xE9s", "Bezoldigingen en rechtstreekse sociale voordelen - Bedienden", "Remuneration and direct social benefits - Salaried employees", "Arbeitsentgelte und direkte soziale Vorteile - Angestellte"],
  ["620200", "R\xE9mun\xE9rations et avantages sociaux directs - Employ\xE9s", "Bezoldigingen en rechtstreekse sociale voordelen - Bedienden", "Remuneration and direct social benefits - Salaried employees", "Arbeitsentgelte und direkte soziale Vorteile - Angestellte"],
  ["6203", "R\xE9mun\xE9rations et avantages sociaux directs - Ouvriers", "Bezoldigingen en rechtstreekse sociale voordelen - Arbeiders", "Remuneration and direct social benefits - Hourly employees", "Arbeitsentgelte und direkte soziale Vorteile - Arbeiter"],
  ["620300", "R\xE9mun\xE9rations et avantages sociaux directs - Ouvriers", "Bezoldigingen en rechtstreekse sociale voordelen - Arbeiders", "Remuneration and direct social benefits - Hourly employees", "Arbeitsentgelte und direkte soziale Vorteile - Arbeiter"],
  ["6204", "R\xE9mun\xE9rations et avantages sociaux directs - Autres membres du personnel", "Bezoldigingen en rechtstreekse sociale voordelen - Andere personeelsleden", "Remuneration and direct social benefits - Other staff members", "Arbeitsentgelte und direkte soziale Vorteile - Sonstige Personalmitglieder"],
  ["621", "Cotisations patronales pour assurances sociales", "Werkgeversbijdragen voor sociale verzekeringen", "Employers' contribution for social security", "Arbeitgeberbeitr\xE4ge zur Sozialversicherung"],
  ["621000", "Cotisations patronales pour assurances sociales", "Werkgeversbijdragen voor sociale verzekeringen", "Employers' contribution for social security", "Arbeitgeberbeitr\xE4ge zur Sozialversicherung"],
  ["622", "Primes patronales pour assurances extra-l\xE9gales", "Werkgeverspremies voor bovenwettelijke verzekeringen", "Employers' premiums for extra statutory insurance", "Arbeitgeberpr\xE4mien f\xFCr au\xDFergesetzliche Versicherungen"],
  ["622000", "Primes patronales pour assurances extra-l\xE9gales", "Werkgeverspremies voor bovenwettelijke verzekeringen", "Employers' premiums for extra statutory insurance", "Arbeitgeberpr\xE4mien f\xFCr au\xDFergesetzliche Versicherungen"],
  ["623", "Autres frais du personnel", "Andere personeelskosten", "Other personnel costs", "Sonstige Personalaufwendungen"],
  ["623000", "Autres frais du personnel", "Andere personeelskosten", "Other personnel costs", "Sonstige Personalaufwendungen"],
  ["624", "Pensions de retraite et de survie", "Ouderdoms- en overlevingspensioenen", "Retirement and survivors' pensions", "Ruhestands- und Hinterbliebenenpensionen"],
  ["6240", "Pensions de retraite et de survie - Administrateurs ou g\xE9rants", "Ouderdoms- en overlevingspensioenen - Bestuurders of zaakvoerders", "Retirement and survivors' pensions - Directors or managers", "Ruhestands- und Hinterbliebenenpensionen - Verwalter oder Gesch\xE4ftsf\xFChrer"],
  ["6241", "Pensions de retraite et de survie - Personnel", "Ouderdoms- en overlevingspensioenen - Personeel", "Retirement and survivors' pensions - Personnel", "Ruhestands- und Hinterbliebenenpensionen - Personal"],
  ["63", "Amortissements, r\xE9ductions de valeur et provisions pour risques et charges", "Afschrijvingen, waardeverminderingen en voorzieningen voor risico's en kosten", "Depreciation, amounts written off and provisions for risks and charges", "Abschreibungen, Wertminderungen sowie R\xFCckstellungen f\xFCr Risiken und Aufwendungen"],
  ["630", "Amortissements, r\xE9ductions de valeur et provisions pour risques", "Afschrijvingen, waardeverminderingen en voorzieningen voor risico's", "Depreciation, amounts written off and provisions for risks", "Abschreibungen, Wertminderungen sowie R\xFCckstellungen f\xFCr Risiken"],
  ["6300", "Dotations aux amortissements sur frais d'\xE9tablissement", "Afschrijvingen op oprichtingskosten", "Depreciation of formation expenses", "Abschreibungen auf Errichtungsaufwendungen"],
  ["630000", "Dotations aux amortissements sur frais d'\xE9tablissement", "Afschrijvingen op oprichtingskosten", "Depreciation of formation expenses", "Abschreibungen auf Errichtungsaufwendungen"],
  ["6301", "Dotations aux amortissements sur immobilisations incorporelles", "Afschrijvingen op immateri\xEBle vaste activa", "Depreciation of intangible fixed assets", "Abschreibungen auf immaterielle Anlagewerte"],
  ["630100", "Dotations aux amortissements sur immobilisations incorporelles", "Afschrijvingen op immateri\xEBle vaste activa", "Depreciation of intangible fixed assets", "Abschreibungen auf immaterielle Anlagewerte"],
  ["6302", "Dotations aux amortissements sur immobilisations corporelles", "Afschrijvingen op materi\xEBle vaste activa", "Depreciation of tangible fixed assets", "Abschreibungen auf Sachanlagen"],
  ["630200", "Dotations aux amortissements sur immobilisations corporelles", "Afschrijvingen op materi\xEBle vaste activa", "Depreciation of tangible fixed assets", "Abschreibungen auf Sachanlagen"],
  ["6308", "Dotations aux r\xE9ductions de valeur sur immobilisations incorporelles", "Waardeverminderingen op immateri\xEBle vaste activa", "Amounts written down on intangible fixed assets", "Wertminderungen auf immateriellen Anlagewerten"],
  ["6309", "Dotations aux r\xE9ductions de valeur sur immobilisations corporelles", "Waardeverminderingen op materi\xEBle vaste activa", "Amounts written down on tangible fixed assets", "Wertminderungen auf Sachanlagen"],
  ["631", "R\xE9ductions de valeur sur stocks", "Waardeverminderingen op voorraden", "Amounts written off stocks", "Wertminderungen von Vorr\xE4ten"],
  ["6310", "R\xE9ductions de valeur sur stocks - Dotations", "Waardeverminderingen op voorraden - Toevoegingen", "Amounts written down on stocks - Appropriations", "Wertminderungen auf Vorr\xE4te - Zuf\xFChrungen"],
  ["6311", "R\xE9ductions de valeur sur stocks - Reprises (-)", "Waardeverminderingen op voorraden - Terugnemingen (-)", "Amounts written down on stocks - Write-backs (-)", "Wertminderungen auf Vorr\xE4te - R\xFCcknahmen (-)"],
  ["632", "R\xE9ductions de valeur sur commandes en cours d'ex\xE9cution", "Waardeverminderingen op bestellingen in uitvoering", "Amounts written off contracts in progress", "Wertminderungen von in Ausf\xFChrung befindlichen Bestellungen"],
  ["6320", "R\xE9ductions de valeur sur commandes en cours d'ex\xE9cution - Dotations", "Waardeverminderingen op bestellingen in uitvoering - Toevoegingen", "Amounts written down on contracts in progress - Appropriations", "Wertminderungen von in Ausf\xFChrung befindlichen Bestellungen - Zuf\xFChrungen"],
  ["6321", "R\xE9ductions de valeur sur commandes en cours d'ex\xE9cution - Reprises (-)", "Waardeverminderingen op bestellingen in uitvoering - Terugnemingen (-)", "Amounts written down on contracts in progress - Write-backs (-)", "Wertminderungen von in Ausf\xFChrung befindlichen Bestellungen - R\xFCcknahmen (-)"],
  ["633", "R\xE9ductions de valeur sur cr\xE9ances commerciales (> 1 an)", "Waardeverminderingen op handelsvorderingen (> 1 jaar)", "Amounts written off trade debtors (> 1 year)", "Wertminderungen von Forderungen aus Lieferungen und Leistungen (> 1 Jahr)"],
  ["6330", "R\xE9ductions de valeur sur cr\xE9ances commerciales (> 1 an) - Dotations", "Waardeverminderingen op handelsvorderingen (> 1 jaar) - Toevoegingen", "Amounts written down on trade debtors (> 1 year) - Appropriations", "Wertminderungen von Forderungen aus Lieferungen und Leistungen (> 1 Jahr) - Zuf\xFChrungen"],
  ["6331", "R\xE9ductions de valeur sur cr\xE9ances commerciales (> 1 an) - Reprises (-)", "Waardeverminderingen op handelsvorderingen (> 1 jaar) - Terugnemingen (-)", "Amounts written down on trade debtors (> 1 year) - Write-backs (-)", "Wertminderungen von Forderungen aus Lieferungen und Leistungen (> 1 Jahr) - R\xFCcknahmen (-)"],
  ["634", "R\xE9ductions de valeur sur cr\xE9ances commerciales", "Waardeverminderingen op handelsvorderingen", "Amounts written off trade debtors", "Wertminderungen von Forderungen aus Lieferungen und Leistungen"],
  ["6340", "R\xE9ductions de valeur sur cr\xE9ances commerciales - Dotations", "Waardeverminderingen op handelsvorderingen - Toevoegingen", "Amounts written down on trade debtors - Appropriations", "Wertminderungen von Forderungen aus Lieferungen und Leistungen - Zuf\xFChrungen"],
  ["6341", "R\xE9ductions de valeur sur cr\xE9ances commerciales - Reprises (-)", "Waardeverminderingen op handelsvorderingen - Terugnemingen (-)", "Amounts written down on trade debtors - Write-backs (-)", "Wertminderungen von Forderungen aus Lieferungen und Leistungen - R\xFCcknahmen (-)"],
  ["635", "Provisions pour pensions et obligations similaires", "Voorzieningen voor pensioenen en soortgelijke verplichtingen", "Provisions for pensions and similar obligations", "R\xFCckstellungen f\xFCr Pensionen und \xE4hnliche Verpflichtungen"],
  ["6350", "Provisions pour pensions et obligations similaires - Dotations", "Voorzieningen voor pensioenen en soortgelijke verplichtingen - Toevoegingen", "Provisions for pensions and similar obligations - Appropriations", "R\xFCckstellungen f\xFCr Pensionen und \xE4hnliche Verpflichtungen - Zuf\xFChrungen"],
  ["6351", "Provisions pour pensions et obligations similaires - Utilisations et reprises (-)", "Voorzieningen voor pensioenen en soortgelijke verplichtingen - Bestedingen en terugnemingen (-)", "Provisions for pensions and similar obligations - Uses and write-backs (-)", "R\xFCckstellungen f\xFCr Pensionen und \xE4hnliche Verpflichtungen - Verbrauch und Aufl\xF6sungen (-)"],
  ["636", "Provisions pour grosses r\xE9parations et gros entretien", "Voorzieningen voor grote herstellings- en onderhoudswerken", "Provisions for major repairs and maintenance", "R\xFCckstellungen f\xFCr Gro\xDFreparaturen und gro\xDFe Instandhaltungsarbeiten"],
  ["6360", "Provisions pour grosses r\xE9parations et gros entretien - Dotations", "Voorzieningen voor grote herstellings- en onderhoudswerken - Toevoegingen", "Provisions for major repairs and maintenance - Appropriations", "R\xFCckstellungen f\xFCr gro\xDFe Reparaturen und gro\xDFe Instandhaltungsarbeiten - Zuf\xFChrungen"],
  ["6361", "Provisions pour grosses r\xE9parations et gros entretien - Utilisations et reprises (-)", "Voorzieningen voor grote herstellings- en onderhoudswerken - Bestedingen en terugnemingen (-)", "Provisions for major repairs and maintenance - Uses and write-backs (-)", "R\xFCckstellungen f\xFCr gro\xDFe Reparaturen und gro\xDFe Instandhaltungsarbeiten - Verbrauch und Aufl\xF6sungen (-)"],
  ["637", "Provisions pour obligations environnementales", "Voorzieningen voor milieuverplichtingen", "Provisions for environmental obligations", "R\xFCckstellungen f\xFCr Umweltschutzverpflichtungen"],
  ["6370", "Provisions pour obligations environnementales - Dotations", "Voorzieningen voor milieuverplichtingen - Toevoegingen", "Provisions for environmental obligations - Appropriations", "R\xFCckstellungen f\xFCr Umweltschutzverpflichtungen - Zuf\xFChrungen"],
  ["6371", "Provisions pour obligations environnementales - Utilisations et reprises (-)", "Voorzieningen voor milieuverplichtingen - Bestedingen en terugnemingen (-)", "Provisions for environmental obligations - Uses and write-backs (-)", "R\xFCckstellungen f\xFCr Umweltschutzverpflichtungen - Verbrauch und Aufl\xF6sungen (-)"],
  ["638", "Provisions pour autres risques et charges", "Voorzieningen voor andere risico's en kosten", "Provisions for other risks and charges", "R\xFCckstellungen f\xFCr sonstige Risiken und Aufwendungen"],
  ["638000", "Provisions pour autres risques et charges - Dotations", "Voorzieningen voor andere risico's en kosten - Toevoegingen", "Provisions for other risks and charges - Appropriations", "R\xFCckstellungen f\xFCr sonstige Risiken und Aufwendungen - Zuf\xFChrungen"],
  ["638100", "Provisions pour autres risques et charges - Utilisations et reprises (-)", "Voorzieningen voor andere risico's en kosten - Bestedingen en terugnemingen (-)", "Provisions for other risks and charges - Uses and write-backs (-)", "R\xFCckstellungen f\xFCr sonstige Risiken und Aufwendungen - Verbrauch und Aufl\xF6sungen (-)"],
  ["64", "Autres charges d'exploitation", "Andere bedrijfskosten", "Other operating charges", "Sonstige betriebliche Aufwendungen"],
  ["640", "Charges fiscales d'exploitation", "Bedrijfsbelastingen", "Operating taxes", "Betriebliche Steuern"],
  ["640000", "Charges fiscales d'exploitation", "Bedrijfsbelastingen", "Operating taxes", "Betriebliche Steuern"],
  ["640100", "Taxes de circulation", "Verkeersbelastingen", "Road taxes", "Kraftfahrzeugsteuern"],
  ["640200", "Pr\xE9compte immobilier", "Onroerende voorheffing", "Property tax", "Immobiliensteuervorabzug"],
  ["640300", "TVA non d\xE9ductible", "Niet-aftrekbare btw", "Non-deductible VAT", "Nicht abziehbare MwSt."],
  ["640400", "Amendes et p\xE9nalit\xE9s", "Boetes en verhogingen", "Fines and penalties", "Bu\xDFgelder und Strafen"],
  ["641", "Moins-values sur r\xE9alisations courantes d'immobilisations corporelles", "Minderwaarden bij de courante realisatie van materi\xEBle vaste activa", "Capital losses on ordinary disposal of fixed assets", "Verluste aus dem normalen Abgang von Sachanlagen"],
  ["642", "Moins-values sur r\xE9alisations de cr\xE9ances commerciales", "Minderwaarden op de realisatie van handelsvorderingen", "Capital losses on disposal of trade debtors", "Minderwerte bei Realisierung von Forderungen aus Lieferungen und Leistungen"],
  ["643", "Charges d'exploitation diverses", "Diverse bedrijfskosten", "Miscellaneous operating charges", "Sonstige betriebliche Aufwendungen"],
  ["643000", "Charges d'exploitation diverses", "Diverse bedrijfskosten", "Miscellaneous operating charges", "Sonstige betriebliche Aufwendungen"],
  ["644", "Charges d'exploitation diverses", "Diverse bedrijfskosten", "Miscellaneous operating charges", "Sonstige betriebliche Aufwendungen"],
  ["645", "Charges d'exploitation diverses", "Diverse bedrijfskosten", "Miscellaneous operating charges", "Sonstige betriebliche Aufwendungen"],
  ["646", "Charges d'exploitation diverses", "Diverse bedrijfskosten", "Miscellaneous operating charges", "Sonstige betriebliche Aufwendungen"],
  ["647", "Charges d'exploitation diverses", "Diverse bedrijfskosten", "Miscellaneous operating charges", "Sonstige betriebliche Aufwendungen"],
  ["648", "Charges d'exploitation diverses", "Diverse bedrijfskosten", "Miscellaneous operating charges", "Sonstige betriebliche Aufwendungen"],
  ["649", "Charges d'exploitation port\xE9es \xE0 l'actif au titre de frais de restructuration (-)", "Als herstructureringskosten geactiveerde bedrijfskosten (-)", "Operating charges carried to assets as restructuring costs (-)", "Betriebliche Aufwendungen, die als Restrukturierungskosten aktiviert wurden (-)"],
  ["65", "Charges financi\xE8res", "Financi\xEBle kosten", "Financial charges", "Finanzaufwendungen"],
  ["650", "Charges des dettes", "Kosten van schulden", "Debt charges", "Aufwendungen f\xFCr Verbindlichkeiten"],
  ["6500", "Int\xE9r\xEAts, commissions et frais aff\xE9rents aux dettes", "Rente, commissies en kosten verbonden aan schulden", "Interest, commission and other charges relating to debts", "Zinsen, Provisionen und Kosten der Verbindlichkeiten"],
  ["650000", "Int\xE9r\xEAts, commissions et frais aff\xE9rents aux dettes", "Rente, commissies en kosten verbonden aan schulden", "Interest, commission and other charges relating to debts", "Zinsen, Provisionen und Kosten der Verbindlichkeiten"],
  ["6501", "Amortissement des frais d'\xE9mission d'emprunts", "Afschrijving van kosten bij uitgifte van leningen", "Depreciation of loan issue expenses", "Abschreibungen auf Kosten der Emissionen von Anleihen"],
  ["6502", "Int\xE9r\xEAts intercalaires port\xE9s \xE0 l'actif (-)", "Geactiveerde intercalaire interesten (-)", "Capitalized interests (-)", "Aktivierte Fremdkapitalzinsen (-)"],
  ["651", "R\xE9ductions de valeur sur actifs circulants", "Waardeverminderingen op vlottende activa", "Amounts written off current assets", "Wertminderungen von Gegenst\xE4nden des Umlaufverm\xF6gens"],
  ["6510", "R\xE9ductions de valeur sur actifs circulants - Dotations", "Waardeverminderingen op vlottende activa - Toevoegingen", "Amounts written down on current assets - Appropriations", "Wertminderungen von Gegenst\xE4nden des Umlaufverm\xF6gens - Zuf\xFChrungen"],
  ["6511", "R\xE9ductions de valeur sur actifs circulants - Reprises (-)", "Waardeverminderingen op vlottende activa - Terugnemingen (-)", "Amounts written down on current assets - Write-backs (-)", "Wertminderungen von Gegenst\xE4nden des Umlaufverm\xF6gens - R\xFCcknahmen (-)"],
  ["652", "Moins-values sur r\xE9alisation d'actifs circulants", "Minderwaarden bij de realisatie van vlottende activa", "Capital losses on disposal of current assets", "Verluste aus dem Abgang von Gegenst\xE4nden des Umlaufverm\xF6gens"],
  ["653", "Charges d'escompte de cr\xE9ances", "Discontokosten op vorderingen", "Discount costs on amounts receivable", "Diskontaufwendungen auf Forderungen"],
  ["654", "Diff\xE9rences de change", "Wisselresultaten", "Exchange results", "Wechselkursdifferenzen"],
  ["654000", "Diff\xE9rences de change", "Wisselresultaten", "Exchange results", "Wechselkursdifferenzen"],
  ["655", "\xC9carts de conversion des devises", "Resultaten uit de omrekening van vreemde valuta", "Results from the conversion of foreign currencies", "Differenzen aus der Umrechnung von Fremdw\xE4hrungen"],
  ["656", "Provisions \xE0 caract\xE8re financier", "Voorzieningen met financieel karakter", "Provisions of a financial nature", "R\xFCckstellungen mit finanziellem Charakter"],
  ["6560", "Provisions \xE0 caract\xE8re financier - Dotations", "Voorzieningen met financieel karakter - Toevoegingen", "Provisions of a financial nature - Appropriations", "R\xFCckstellungen mit finanziellem Charakter - Zuf\xFChrungen"],
  ["6561", "Provisions \xE0 caract\xE8re financier - Utilisations et reprises (-)", "Voorzieningen met financieel karakter - Bestedingen en terugnemingen (-)", "Provisions of a financial nature - Uses and write-backs (-)", "R\xFCckstellungen mit finanziellem Charakter - Verbrauch und Aufl\xF6sungen (-)"],
  ["657", "Charges financi\xE8res diverses", "Diverse financi\xEBle kosten", "Miscellaneous financial charges", "\xDCbrige Finanzaufwendungen"],
  ["657000", "Escomptes financiers accord\xE9s", "Toegekende financi\xEBle kortingen", "Financial discounts allowed", "Gew\xE4hrte finanzielle Rabatte"],
  ["657100", "Diff\xE9rences de paiement n\xE9gatives", "Negatieve betalingsverschillen", "Negative payment differences", "Negative Zahlungsdifferenzen"],
  ["657200", "Frais bancaires", "Bankkosten", "Bank charges", "Bankgeb\xFChren"],
  ["658", "Charges financi\xE8res diverses", "Diverse financi\xEBle kosten", "Miscellaneous financial charges", "\xDCbrige Finanzaufwendungen"],
  ["659", "Charges financi\xE8res port\xE9es \xE0 l'actif au titre de frais de restructuration (-)", "Als herstructureringskosten geactiveerde financi\xEBle kosten (-)", "Financial charges carried to assets as restructuring costs (-)", "Finanzaufwendungen, die als Restrukturierungskosten aktiviert wurden (-)"],
  ["66", "Charges d'exploitation et charges financi\xE8res non r\xE9currentes", "Niet-recurrente bedrijfs- of financi\xEBle kosten", "Non-recurring operating or financial charges", "Nicht wiederkehrende betriebliche oder Finanzaufwendungen"],
  ["660", "Amortissements et r\xE9ductions de valeur non r\xE9currents", "Niet-recurrente afschrijvingen en waardeverminderingen", "Non-recurring depreciation of and amounts written off", "Nicht wiederkehrende Abschreibungen und Wertminderungen"],
  ["6600", "Amortissements et r\xE9ductions de valeur non r\xE9currents (dotations) sur frais d'\xE9tablissement", "Niet-recurrente afschrijvingen en waardeverminderingen (toevoeging) op oprichtingskosten", "Non-recurring depreciation and amounts written down on formation expenses", "Nicht wiederkehrende Abschreibungen und Wertminderungen (Zuf\xFChrungen) auf Errichtungsaufwendungen"],
  ["6601", "Amortissements et r\xE9ductions de valeur non r\xE9currents (dotations) sur immobilisations incorporelles", "Niet-recurrente afschrijvingen en waardeverminderingen (toevoeging) op immateri\xEBle vaste activa", "Non-recurring depreciation and amounts written down on intangible fixed assets", "Nicht wiederkehrende Abschreibungen und Wertminderungen (Zuf\xFChrungen) auf immaterielle Anlagewerte"],
  ["6602", "Amortissements et r\xE9ductions de valeur non r\xE9currents (dotations) sur immobilisations corporelles", "Niet-recurrente afschrijvingen en waardeverminderingen (toevoeging) op materi\xEBle vaste activa", "Non-recurring depreciation and amounts written down on tangible fixed assets", "Nicht wiederkehrende Abschreibungen und Wertminderungen (Zuf\xFChrungen) auf Sachanlagen"],
  ["661", "R\xE9ductions de valeur sur immobilisations financi\xE8res (dotation)", "Waardeverminderingen op financi\xEBle vaste activa (toevoeging)", "Amounts written off financial fixed assets (appropriations)", "Wertminderungen auf Finanzanlagen (Zuf\xFChrungen)"],
  ["662", "Provisions pour risques et charges non r\xE9currents", "Voorzieningen voor niet-recurrente risico's en kosten", "Provisions for non-recurring liabilities and charges", "R\xFCckstellungen f\xFCr nicht wiederkehrende Risiken und Aufwendungen"],
  ["6620", "Provisions pour risques et charges d'exploitation non r\xE9currents", "Voorzieningen voor niet-recurrente bedrijfsrisico's en -kosten", "Provisions for non-recurring operating liabilities and charges", "R\xFCckstellungen f\xFCr nicht wiederkehrende Betriebsrisiken und -aufwendungen"],
  ["662000", "Provisions pour risques et charges d'exploitation non r\xE9currents - Dotations", "Voorzieningen voor niet-recurrente bedrijfsrisico's en -kosten - Toevoegingen", "Provisions for non-recurring operating liabilities and charges - Appropriations", "R\xFCckstellungen f\xFCr nicht wiederkehrende Betriebsrisiken und -aufwendungen - Zuf\xFChrungen"],
  ["662010", "Provisions pour risques et charges d'exploitation non r\xE9currents - Utilisations (-)", "Voorzieningen voor niet-recurrente bedrijfsrisico's en -kosten - Bestedingen (-)", "Provisions for non-recurring operating liabilities and charges - Uses (-)", "R\xFCckstellungen f\xFCr nicht wiederkehrende Betriebsrisiken und -aufwendungen - Verbrauch (-)"],
  ["6621", "Provisions pour risques et charges financiers non r\xE9currents", "Voorzieningen voor niet-recurrente financi\xEBle risico's en kosten", "Provisions for non-recurring financial liabilities and charges", "R\xFCckstellungen f\xFCr nicht wiederkehrende finanzielle Risiken und Aufwendungen"],
  ["662100", "Provisions pour risques et charges financiers non r\xE9currents - Dotations", "Voorzieningen voor niet-recurrente financi\xEBle risico's en kosten - Toevoegingen", "Provisions for non-recurring financial liabilities and charges - Appropriations", "R\xFCckstellungen f\xFCr nicht wiederkehrende finanzielle Risiken und Aufwendungen - Zuf\xFChrungen"],
  ["662110", "Provisions pour risques et charges financiers non r\xE9currents - Utilisations (-)", "Voorzieningen voor niet-recurrente financi\xEBle risico's en kosten - Bestedingen (-)", "Provisions for non-recurring financial liabilities and charges - Uses (-)", "R\xFCckstellungen f\xFCr nicht wiederkehrende finanzielle Risiken und Aufwendungen - Verbrauch (-)"],
  ["663", "Moins-values sur r\xE9alisation d'actifs immobilis\xE9s", "Minderwaarden bij de realisatie van vaste activa", "Capital losses on disposal of fixed assets", "Minderwerte aus dem Abgang von Gegenst\xE4nden des Anlageverm\xF6gens"],
  ["663000", "Moins-values sur r\xE9alisation d'immobilisations incorporelles et corporelles", "Minderwaarden op de realisatie van immateri\xEBle en materi\xEBle vaste activa", "Capital losses on disposal of intangible and tangible fixed assets", "Verluste aus dem Abgang von immateriellen Anlagewerten und Sachanlagen"],
  ["663100", "Moins-values sur r\xE9alisation d'immobilisations financi\xE8res", "Minderwaarden op de realisatie van financi\xEBle vaste activa", "Capital losses on disposal of financial fixed assets", "Verluste aus dem Abgang von Gegenst\xE4nden der Finanzanlagen"],
  ["664", "Autres charges d'exploitation non r\xE9currentes", "Andere niet-recurrente bedrijfskosten", "Other non-recurring operating charges", "Sonstige nicht wiederkehrende betriebliche Aufwendungen"],
  ["665", "Autres charges d'exploitation non r\xE9currentes", "Andere niet-recurrente bedrijfskosten", "Other non-recurring operating charges", "Sonstige nicht wiederkehrende betriebliche Aufwendungen"],
  ["666", "Autres charges d'exploitation non r\xE9currentes", "Andere niet-recurrente bedrijfskosten", "Other non-recurring operating charges", "Sonstige nicht wiederkehrende betriebliche Aufwendungen"],
  ["667", "Autres charges d'exploitation non r\xE9currentes", "Andere niet-recurrente bedrijfskosten", "Other non-recurring operating charges", "Sonstige nicht wiederkehrende betriebliche Aufwendungen"],
  ["668", "Autres charges financi\xE8res non r\xE9currentes", "Andere niet-recurrente financi\xEBle kosten", "Other non-recurring financial charges", "Sonstige nicht wiederkehrende Finanzaufwendungen"],
  ["669", "Charges non r\xE9currentes port\xE9es \xE0 l'actif au titre de frais de restructuration (-)", "Als herstructureringskosten geactiveerde niet-recurrente kosten (-)", "Non-recurring charges carried to assets as restructuring costs (-)", "Als Restrukturierungskosten ausgewiesene nicht wiederkehrende Aufwendungen (-)"],
  ["669000", "Charges d'exploitation non r\xE9currentes port\xE9es \xE0 l'actif au titre de frais de restructuration (-)", "Als herstructureringskosten geactiveerde niet-recurrente bedrijfskosten (-)", "Non-recurring operating charges carried to assets as restructuring costs (-)", "Nicht wiederkehrende betriebliche Aufwendungen, die als Restrukturierungskosten aktiviert wurden (-)"],
  ["669100", "Charges financi\xE8res non r\xE9currentes port\xE9es \xE0 l'actif au titre de frais de restructuration (-)", "Als herstructureringskosten geactiveerde niet-recurrente financi\xEBle kosten (-)", "Non-recurring financial charges carried to assets as restructuring costs (-)", "Nicht wiederkehrende Finanzaufwendungen, die als Restrukturierungskosten aktiviert wurden (-)"],
  ["67", "Imp\xF4ts sur le r\xE9sultat", "Belastingen op het resultaat", "Income taxes", "Steuern auf das Ergebnis"],
  ["670", "Imp\xF4ts belges sur le r\xE9sultat de l'exercice", "Belgische belastingen op het resultaat van het boekjaar", "Belgian income taxes on the result of the current period", "Belgische Steuern auf das Ergebnis des Gesch\xE4ftsjahres"],
  ["6700", "Imp\xF4ts et pr\xE9comptes dus ou vers\xE9s sur le r\xE9sultat de l'exercice", "Verschuldigde of gestorte belastingen en voorheffingen op het resultaat van het boekjaar", "Income taxes paid and withholding taxes due or paid on the result of the current period", "Geschuldete oder gezahlte Steuern und Steuervorabz\xFCge auf das Ergebnis des Gesch\xE4ftsjahres"],
  ["670000", "Imp\xF4ts et pr\xE9comptes dus ou vers\xE9s sur le r\xE9sultat de l'exercice", "Verschuldigde of gestorte belastingen en voorheffingen op het resultaat van het boekjaar", "Income taxes paid and withholding taxes due or paid on the result of the current period", "Geschuldete oder gezahlte Steuern und Steuervorabz\xFCge auf das Ergebnis des Gesch\xE4ftsjahres"],
  ["6701", "Exc\xE9dent de versements d'imp\xF4ts et de pr\xE9comptes port\xE9 \xE0 l'actif sur le r\xE9sultat de l'exercice (-)", "Geactiveerde overschotten van betaalde belastingen en voorheffingen op het resultaat van het boekjaar (-)", "Excess of income tax prepayments and withholding taxes paid recorded under assets on the result of the current period (-)", "Aktivierte \xDCbersch\xFCsse von gezahlten Steuern und Steuervorabz\xFCgen auf das Ergebnis des Gesch\xE4ftsjahres (-)"],
  ["6702", "Charges fiscales estim\xE9es sur le r\xE9sultat de l'exercice", "Geraamde belastingen op het resultaat van het boekjaar", "Estimated taxes payable on the result of the current period", "Gesch\xE4tzte Steuern auf das Ergebnis des Gesch\xE4ftsjahres"],
  ["671", "Imp\xF4ts belges sur le r\xE9sultat d'exercices ant\xE9rieurs", "Belgische belastingen op het resultaat van vorige boekjaren", "Belgian income taxes on the result of prior periods", "Belgische Steuern auf das Ergebnis vorhergehender Gesch\xE4ftsjahre"],
  ["6710", "Suppl\xE9ments d'imp\xF4ts dus ou vers\xE9s sur le r\xE9sultat d'exercices ant\xE9rieurs", "Verschuldigde of gestorte belastingsupplementen op het resultaat van vorige boekjaren", "Additional income taxes due or paid on the result of prior periods", "Geschuldete oder gezahlte Steuernachforderungen auf das Ergebnis vorhergehender Gesch\xE4ftsjahre"],
  ["6711", "Suppl\xE9ments d'imp\xF4ts estim\xE9s sur le r\xE9sultat d'exercices ant\xE9rieurs", "Geraamde belastingsupplementen op het resultaat van vorige boekjaren", "Estimated additional taxes on the result of prior periods", "Gesch\xE4tzte Steuernachforderungen auf das Ergebnis vorhergehender Gesch\xE4ftsjahre"],
  ["6712", "Provisions fiscales constitu\xE9es sur le r\xE9sultat d'exercices ant\xE9rieurs", "Gevormde fiscale voorzieningen op het resultaat van vorige boekjaren", "Additional charges for income taxes provided for on the result of prior periods", "Gebildete Steuerr\xFCckstellungen auf das Ergebnis vorhergehender Gesch\xE4ftsjahre"],
  ["672", "Imp\xF4ts \xE9trangers sur le r\xE9sultat de l'exercice", "Buitenlandse belastingen op het resultaat van het boekjaar", "Foreign income taxes on the result of the current period", "Ausl\xE4ndische Steuern auf das Ergebnis des Gesch\xE4ftsjahres"],
  ["673", "Imp\xF4ts \xE9trangers sur le r\xE9sultat d'exercices ant\xE9rieurs", "Buitenlandse belastingen op het resultaat van vorige boekjaren", "Foreign income taxes on the result of prior periods", "Ausl\xE4ndische Steuern auf das Ergebnis vorhergehender Gesch\xE4ftsjahre"],
  ["68", "Transfert aux imp\xF4ts diff\xE9r\xE9s et aux r\xE9serves immunis\xE9es", "Overboeking naar de uitgestelde belastingen en naar de belastingvrije reserves", "Transfer to deferred taxes and untaxed reserves", "Zuf\xFChrung zu aufgeschobenen Steuern und Einstellung in die steuerbeg\xFCnstigten R\xFCcklagen"],
  ["680", "Transfert aux imp\xF4ts diff\xE9r\xE9s", "Overboeking naar de uitgestelde belastingen", "Transfer to deferred taxes", "Zuf\xFChrung zu den aufgeschobenen Steuern"],
  ["689", "Transfert aux r\xE9serves immunis\xE9es", "Overboeking naar de belastingvrije reserves", "Transfer to untaxed reserves", "Einstellung in die steuerfreien R\xFCcklagen"],
  ["69", "Affectations et pr\xE9l\xE8vements", "Resultaatverwerking", "Appropriation account", "Ergebnisverwendung"],
  ["690", "Perte report\xE9e de l'exercice pr\xE9c\xE9dent", "Overgedragen verlies van het vorige boekjaar", "Loss of the preceding period brought forward", "Verlustvortrag aus dem Vorjahr"],
  ["691", "Affectations \xE0 l'apport", "Toevoeging aan de inbreng", "Appropriations to contribution", "Zuweisungen an die Einlagen"],
  ["692", "Dotation aux r\xE9serves", "Toevoeging aan de reserves", "Appropriations to reserves", "Zuweisungen an die R\xFCcklagen"],
  ["6920", "Dotation \xE0 la r\xE9serve l\xE9gale", "Toevoeging aan de wettelijke reserve", "Appropriations to legal reserve", "Zuweisungen an die gesetzliche R\xFCcklage"],
  ["6921", "Dotation aux autres r\xE9serves", "Toevoeging aan de overige reserves", "Appropriations to other reserves", "Zuweisungen an die sonstigen R\xFCcklagen"],
  ["693", "B\xE9n\xE9fices \xE0 reporter", "Over te dragen winst", "Profits to be carried forward", "Gewinnvortrag auf neue Rechnung"],
  ["694", "R\xE9mun\xE9ration de l'apport", "Vergoeding van de inbreng", "Compensation for contributions", "Verg\xFCtung der Einlage"],
  ["695", "Distribution aux administrateurs ou g\xE9rants", "Uitkering aan bestuurders of zaakvoerders", "Directors' or managers' entitlements", "Verteilung zugunsten der Verwalter oder Gesch\xE4ftsf\xFChrer"],
  ["696", "Distribution aux employ\xE9s", "Uitkering aan werknemers", "Employees' entitlements", "Verteilung zugunsten der Arbeitnehmer"],
  ["697", "Distribution aux autres allocataires", "Uitkering aan andere rechthebbenden", "Other beneficiaries' entitlements", "Verteilung zugunsten anderer Berechtigter"]
];

// domain/country-packs/be/accounts/class-7.ts
var class7 = [
  ["7", "Produits", "Opbrengsten", "Income", "Ertr\xE4ge"],
  ["70", "Chiffre d'affaires", "Omzet", "Turnover", "Umsatzerl\xF6se"],
  ["700", "Ventes et prestations de services", "Verkopen en dienstprestaties", "Sales and services rendered", "Verk\xE4ufe und Dienstleistungen"],
  ["700000", "Ventes de marchandises en Belgique", "Verkopen van handelsgoederen in Belgi\xEB", "Sales of trade goods in Belgium", "Verkauf von Waren in Belgien"],
  ["700100", "Ventes de marchandises dans l'Union europ\xE9enne", "Verkopen van handelsgoederen in de Europese Unie", "Sales of trade goods in the European Union", "Verkauf von Waren in der Europ\xE4ischen Union"],
  ["700200", "Ventes de marchandises \xE0 l'exportation", "Verkopen van handelsgoederen bij uitvoer", "Export sales of trade goods", "Verkauf von Waren zur Ausfuhr"],
  ["701", "Ventes et prestations de services", "Verkopen en dienstprestaties", "Sales and services rendered", "Verk\xE4ufe und Dienstleistungen"],
  ["701000", "Ventes de produits finis en Belgique", "Verkopen van gereed product in Belgi\xEB", "Sales of finished goods in Belgium", "Verkauf von fertigen Erzeugnissen in Belgien"],
  ["701100", "Ventes de produits finis dans l'Union europ\xE9enne", "Verkopen van gereed product in de Europese Unie", "Sales of finished goods in the European Union", "Verkauf von fertigen Erzeugnissen in der Europ\xE4ischen Union"],
  ["701200", "Ventes de produits finis \xE0 l'exportation", "Verkopen van gereed product bij uitvoer", "Export sales of finished goods", "Verkauf von fertigen Erzeugnissen zur Ausfuhr"],
  ["702", "Ventes et prestations de services", "Verkopen en dienstprestaties", "Sales and services rendered", "Verk\xE4ufe und Dienstleistungen"],
  ["703", "Ventes et prestations de services", "Verkopen en dienstprestaties", "Sales and services rendered", "Verk\xE4ufe und Dienstleistungen"],
  ["704", "Ventes et prestations de services", "Verkopen en dienstprestaties", "Sales and services rendered", "Verk\xE4ufe und Dienstleistungen"],
  ["705", "Ventes et prestations de services", "Verkopen en dienstprestaties", "Sales and services rendered", "Verk\xE4ufe und Dienstleistungen"],
  ["705000", "Prestations de services en Belgique", "Dienstprestaties in Belgi\xEB", "Services in Belgium", "Dienstleistungen in Belgien"],
  ["705100", "Prestations de services dans l'Union europ\xE9enne", "Dienstprestaties in de Europese Unie", "Services in the European Union", "Dienstleistungen in der Europ\xE4ischen Union"],
  ["705200", "Prestations de services hors Union europ\xE9enne", "Dienstprestaties buiten de Europese Unie", "Services outside the European Union", "Dienstleistungen au\xDFerhalb der Europ\xE4ischen Union"],
  ["706", "Ventes et prestations de services", "Verkopen en dienstprestaties", "Sales and services rendered", "Verk\xE4ufe und Dienstleistungen"],
  ["707", "Ventes et prestations de services", "Verkopen en dienstprestaties", "Sales and services rendered", "Verk\xE4ufe und Dienstleistungen"],
  ["708", "Remises, ristournes et rabais accord\xE9s (-)", "Toegekende kortingen, ristorno's en rabatten (-)", "Discounts, allowances and rebates allowed (-)", "Gew\xE4hrte Preisnachl\xE4sse, R\xFCckverg\xFCtungen und Rabatte (-)"],
  ["708000", "Remises, ristournes et rabais accord\xE9s (-)", "Toegekende kortingen, ristorno's en rabatten (-)", "Discounts, allowances and rebates allowed (-)", "Gew\xE4hrte Preisnachl\xE4sse, R\xFCckverg\xFCtungen und Rabatte (-)"],
  ["709000", "Arrondis sur paiements", "Afrondingen op betalingen", "Rounding of payments", "Rundung von Zahlungen"],
  ["71", "Augmentation (R\xE9duction) des en-cours de fabrication, des produits finis et des commandes en cours d'ex\xE9cution", "Toename (Afname) in de voorraad goederen in bewerking en gereed product en in de bestellingen in uitvoering", "Increase (decrease) in stocks of finished goods and work and contracts in progress", "Zunahme (Abnahme) des Bestandes an fertigen und unfertigen Erzeugnissen und an in Ausf\xFChrung befindlichen Bestellungen"],
  ["712", "Variations des stocks d'en-cours de fabrication", "Wijzigingen in de voorraad goederen in bewerking", "Increase (decrease) in stocks of work in progress", "Bestandsver\xE4nderung der Vorr\xE4te an unfertigen Erzeugnissen"],
  ["713", "Variations des stocks de produits finis", "Wijzigingen in de voorraad gereed product", "Increase (decrease) in stocks of finished goods", "Bestandsver\xE4nderung der Vorr\xE4te an fertigen Erzeugnissen"],
  ["715", "Variations des stocks des immeubles construits destin\xE9s \xE0 la vente", "Wijzigingen in de voorraad onroerende goederen bestemd voor verkoop", "Increase (decrease) in stocks of immovable property intended for resale", "Bestandsver\xE4nderung der Vorr\xE4te an zum Verkauf bestimmten unbeweglichen Gegenst\xE4nden"],
  ["717", "Augmentation (R\xE9duction) des commandes en cours d'ex\xE9cution", "Toename (Afname) van de bestellingen in uitvoering", "Increase (decrease) in contracts in progress", "Zunahme (Abnahme) der in Ausf\xFChrung befindlichen Bestellungen"],
  ["7170", "Variations des commandes en cours d'ex\xE9cution - Valeur d'acquisition", "Wijzigingen in de bestellingen in uitvoering - Aanschaffingswaarde", "Increase (decrease) in contracts in progress - Acquisition value", "Bestandsver\xE4nderung an in Ausf\xFChrung befindlichen Bestellungen - Anschaffungswert"],
  ["7171", "Variations des commandes en cours d'ex\xE9cution - B\xE9n\xE9fice pris en compte", "Wijzigingen in de bestellingen in uitvoering - Toegerekende winst", "Increase (decrease) in contracts in progress - Profit recognized", "Bestandsver\xE4nderung an in Ausf\xFChrung befindlichen Bestellungen - Zugewiesener Gewinn"],
  ["72", "Production immobilis\xE9e", "Geproduceerde vaste activa", "Produced fixed assets", "Andere aktivierte Eigenleistungen"],
  ["74", "Autres produits d'exploitation", "Andere bedrijfsopbrengsten", "Other operating income", "Sonstige betriebliche Ertr\xE4ge"],
  ["740", "Subsides d'exploitation et montants compensatoires", "Bedrijfssubsidies en compenserende bedragen", "Operating subsidies and compensatory notes", "Betriebssubventionen und Ausgleichszahlungen"],
  ["740000", "Subsides d'exploitation et montants compensatoires", "Bedrijfssubsidies en compenserende bedragen", "Operating subsidies and compensatory notes", "Betriebssubventionen und Ausgleichszahlungen"],
  ["741", "Plus-values sur r\xE9alisations courantes d'immobilisations corporelles", "Meerwaarden op de courante realisatie van materi\xEBle vaste activa", "Capital profits on ordinary disposal of tangible fixed assets", "Ertr\xE4ge aus dem normalen Abgang von Sachanlagen"],
  ["742", "Plus-values sur r\xE9alisation de cr\xE9ances commerciales", "Meerwaarden op de realisatie van handelsvorderingen", "Capital profits on disposal of trade debtors", "Mehrwerte bei Realisierung von Forderungen aus Lieferungen und Leistungen"],
  ["743", "Produits d'exploitation divers", "Diverse bedrijfsopbrengsten", "Miscellaneous operating income", "Sonstige betriebliche Ertr\xE4ge"],
  ["743000", "Produits d'exploitation divers", "Diverse bedrijfsopbrengsten", "Miscellaneous operating income", "Sonstige betriebliche Ertr\xE4ge"],
  ["744", "Produits d'exploitation divers", "Diverse bedrijfsopbrengsten", "Miscellaneous operating income", "Sonstige betriebliche Ertr\xE4ge"],
  ["745", "Produits d'exploitation divers", "Diverse bedrijfsopbrengsten", "Miscellaneous operating income", "Sonstige betriebliche Ertr\xE4ge"],
  ["746", "Produits d'exploitation divers", "Diverse bedrijfsopbrengsten", "Miscellaneous operating income", "Sonstige betriebliche Ertr\xE4ge"],
  ["747", "Produits d'exploitation divers", "Diverse bedrijfsopbrengsten", "Miscellaneous operating income", "Sonstige betriebliche Ertr\xE4ge"],
  ["748", "Produits d'exploitation divers", "Diverse bedrijfsopbrengsten", "Miscellaneous operating income", "Sonstige betriebliche Ertr\xE4ge"],
  ["749", "Produits d'exploitation divers", "Diverse bedrijfsopbrengsten", "Miscellaneous operating income", "Sonstige betriebliche Ertr\xE4ge"],
  ["75", "Produits financiers", "Financi\xEBle opbrengsten", "Financial income", "Finanzertr\xE4ge"],
  ["750", "Produits des immobilisations financi\xE8res", "Opbrengsten uit financi\xEBle vaste activa", "Income from financial fixed assets", "Ertr\xE4ge aus Finanzanlagen"],
  ["751", "Produits des actifs circulants", "Opbrengsten uit vlottende activa", "Income from current assets", "Ertr\xE4ge aus Gegenst\xE4nden des Umlaufverm\xF6gens"],
  ["751000", "Produits des actifs circulants", "Opbrengsten uit vlottende activa", "Income from current assets", "Ertr\xE4ge aus Gegenst\xE4nden des Umlaufverm\xF6gens"],
  ["752", "Plus-values sur r\xE9alisation d'actifs circulants", "Meerwaarden op de realisatie van vlottende activa", "Capital profits on disposal of current assets", "Ertr\xE4ge aus dem Abgang von Gegenst\xE4nden des Umlaufverm\xF6gens"],
  ["753", "Subsides en capital et en int\xE9r\xEAts", "Kapitaal- en interestsubsidies", "Capital and interest subsidies", "Kapital- und Zinssubventionen"],
  ["754", "Diff\xE9rences de change", "Wisselresultaten", "Exchange results", "Wechselkursdifferenzen"],
  ["754000", "Diff\xE9rences de change", "Wisselresultaten", "Exchange results", "Wechselkursdifferenzen"],
  ["755", "\xC9carts de conversion des devises", "Resultaten uit de omrekening van vreemde valuta", "Results from the conversion of foreign currencies", "Differenzen aus der Umrechnung von Fremdw\xE4hrungen"],
  ["756", "Produits financiers divers", "Diverse financi\xEBle opbrengsten", "Miscellaneous financial income", "Sonstige Finanzertr\xE4ge"],
  ["756000", "Produits financiers divers", "Diverse financi\xEBle opbrengsten", "Miscellaneous financial income", "Sonstige Finanzertr\xE4ge"],
  ["757", "Produits financiers divers", "Diverse financi\xEBle opbrengsten", "Miscellaneous financial income", "Sonstige Finanzertr\xE4ge"],
  ["757000", "Escomptes financiers obtenus", "Verkregen financi\xEBle kortingen", "Obtained financial discounts", "Erlangte finanzielle Rabatte"],
  ["757100", "Diff\xE9rences de paiement positives", "Positieve betalingsverschillen", "Positive payment differences", "Positive Zahlungsdifferenzen"],
  ["758", "Produits financiers divers", "Diverse financi\xEBle opbrengsten", "Miscellaneous financial income", "Sonstige Finanzertr\xE4ge"],
  ["759", "Produits financiers divers", "Diverse financi\xEBle opbrengsten", "Miscellaneous financial income", "Sonstige Finanzertr\xE4ge"],
  ["76", "Produits d'exploitation ou financiers non r\xE9currents", "Niet-recurrente bedrijfs- of financi\xEBle opbrengsten", "Non-recurring operating or financial income", "Nicht wiederkehrende betriebliche oder Finanzertr\xE4ge"],
  ["760", "Reprises d'amortissements et de r\xE9ductions de valeur", "Terugneming van afschrijvingen en van waardeverminderingen", "Write-back of depreciation and of amounts written off", "R\xFCcknahme von Abschreibungen und Wertminderungen"],
  ["7600", "Reprises d'amortissements et de r\xE9ductions de valeur sur immobilisations incorporelles", "Terugneming van afschrijvingen en waardeverminderingen op immateri\xEBle vaste activa", "Write-back of depreciation and amounts written down on intangible fixed assets", "R\xFCcknahme von Abschreibungen oder Wertminderungen auf immaterielle Anlagewerte"],
  ["7601", "Reprises d'amortissements et de r\xE9ductions de valeur sur immobilisations corporelles", "Terugneming van afschrijvingen en waardeverminderingen op materi\xEBle vaste activa", "Write-back of depreciation and amounts written down on tangible fixed assets", "R\xFCcknahme von Abschreibungen oder Wertminderungen auf Sachanlagen"],
  ["761", "Reprises de r\xE9ductions de valeur sur immobilisations financi\xE8res", "Terugneming van waardeverminderingen op financi\xEBle vaste activa", "Write-back of amounts written down financial fixed assets", "R\xFCcknahme von Wertminderungen auf Finanzanlagen"],
  ["762", "Reprises de provisions pour risques et charges non r\xE9currents", "Terugneming van voorzieningen voor niet-recurrente risico's en kosten", "Write-back of provisions for non-recurring liabilities and charges", "Aufl\xF6sung von R\xFCckstellungen f\xFCr nicht wiederkehrende Risiken und Aufwendungen"],
  ["762000", "Reprises de provisions pour risques et charges d'exploitation non r\xE9currents", "Terugneming van voorzieningen voor niet-recurrente bedrijfsrisico's en -kosten", "Write-back of provisions for non-recurring operating liabilities and charges", "Aufl\xF6sung von R\xFCckstellungen f\xFCr nicht wiederkehrende Betriebsrisiken und Aufwendungen"],
  ["762100", "Reprises de provisions pour risques et charges financiers non r\xE9currents", "Terugneming van voorzieningen voor niet-recurrente financi\xEBle risico's en kosten", "Write-back of provisions for non-recurring financial liabilities and charges", "Aufl\xF6sung von R\xFCckstellungen f\xFCr nicht wiederkehrende finanzielle Risiken und Aufwendungen"],
  ["763", "Plus-values sur r\xE9alisation d'actifs immobilis\xE9s", "Meerwaarden bij de realisatie van vaste activa", "Capital profits on disposal of fixed assets", "Mehrwerte aus dem Abgang von Gegenst\xE4nden des Anlageverm\xF6gens"],
  ["763000", "Plus-values sur r\xE9alisation d'immobilisations incorporelles et corporelles", "Meerwaarden op de realisatie van immateri\xEBle en materi\xEBle vaste activa", "Capital profit on disposal of intangible and tangible fixed assets", "Mehrwerte aus dem Abgang von immateriellen Anlagewerten und Sachanlagen"],
  ["763100", "Plus-values sur r\xE9alisation d'immobilisations financi\xE8res", "Meerwaarden op de realisatie van financi\xEBle vaste activa", "Capital profit on disposal of financial fixed assets", "Mehrwerte aus dem Abgang von Finanzanlagen"],
  ["764", "Autres b\xE9n\xE9fices d'exploitation non r\xE9currents", "Andere niet-recurrente bedrijfsopbrengsten", "Other non-recurring operating income", "Sonstige nicht wiederkehrende betriebliche Ertr\xE4ge"],
  ["765", "Autres b\xE9n\xE9fices d'exploitation non r\xE9currents", "Andere niet-recurrente bedrijfsopbrengsten", "Other non-recurring operating income", "Sonstige nicht wiederkehrende betriebliche Ertr\xE4ge"],
  ["766", "Autres b\xE9n\xE9fices d'exploitation non r\xE9currents", "Andere niet-recurrente bedrijfsopbrengsten", "Other non-recurring operating income", "Sonstige nicht wiederkehrende betriebliche Ertr\xE4ge"],
  ["767", "Autres b\xE9n\xE9fices d'exploitation non r\xE9currents", "Andere niet-recurrente bedrijfsopbrengsten", "Other non-recurring operating income", "Sonstige nicht wiederkehrende betriebliche Ertr\xE4ge"],
  ["768", "Autres b\xE9n\xE9fices d'exploitation non r\xE9currents", "Andere niet-recurrente bedrijfsopbrengsten", "Other non-recurring operating income", "Sonstige nicht wiederkehrende betriebliche Ertr\xE4ge"],
  ["769", "Autres produits financiers non r\xE9currents", "Andere niet-recurrente financi\xEBle opbrengsten", "Other non-recurring financial income", "Sonstige nicht wiederkehrende Finanzertr\xE4ge"],
  ["77", "R\xE9gularisation d'imp\xF4ts et reprise de provisions fiscales", "Regularisering van belastingen en terugneming van voorzieningen voor belastingen", "Adjustment of income taxes and write-back of tax provisions", "Steuererstattung und Aufl\xF6sung von Steuerr\xFCckstellungen"],
  ["771", "R\xE9gularisations d'imp\xF4ts belges sur le r\xE9sultat", "Regularisering van Belgische belastingen op het resultaat", "Adjustment of Belgian income taxes", "Erstattung belgischer Ertragsteuern"],
  ["7710", "R\xE9gularisations d'imp\xF4ts dus ou vers\xE9s", "Regularisering van verschuldigde of betaalde belastingen", "Adjustment of taxes due or paid", "Erstattung geschuldeter oder gezahlter Ertragsteuern"],
  ["7711", "R\xE9gularisations d'imp\xF4ts estim\xE9s", "Regularisering van geraamde belastingen", "Adjustment of estimated taxes", "Erstattung gesch\xE4tzter Steuern"],
  ["7712", "Reprises de provisions fiscales", "Terugneming van fiscale voorzieningen", "Tax provisions written back", "Aufl\xF6sung von Steuerr\xFCckstellungen"],
  ["773", "R\xE9gularisations d'imp\xF4ts \xE9trangers sur le r\xE9sultat", "Regularisering van buitenlandse belastingen op het resultaat", "Adjustment of foreign income taxes", "Ausl\xE4ndische Ertragsteuern"],
  ["78", "Pr\xE9l\xE8vements sur les r\xE9serves immunis\xE9es et les imp\xF4ts diff\xE9r\xE9s", "Onttrekkingen aan de belastingvrije reserves en uitgestelde belastingen", "Transfer from deferred taxes and untaxed reserves", "Aufl\xF6sung von aufgeschobenen Steuern und Entnahmen aus den steuerbeg\xFCnstigten R\xFCcklagen"],
  ["780", "Pr\xE9l\xE8vement sur les imp\xF4ts diff\xE9r\xE9s", "Onttrekking aan de uitgestelde belastingen", "Transfer from deferred taxes", "Aufl\xF6sung von aufgeschobenen Steuern"],
  ["789", "Pr\xE9l\xE8vement sur les r\xE9serves immunis\xE9es", "Onttrekking aan de belastingvrije reserves", "Transfer from untaxed reserves", "Entnahmen aus den steuerfreien R\xFCcklagen"],
  ["79", "Affectations et pr\xE9l\xE8vements", "Resultaatverwerking", "Appropriation account", "Ergebnisverwendung"],
  ["790", "B\xE9n\xE9fice report\xE9 de l'exercice pr\xE9c\xE9dent", "Overgedragen winst van het vorige boekjaar", "Profit from the preceding period brought forward", "Gewinnvortrag aus dem Vorjahr"],
  ["791", "Pr\xE9l\xE8vements sur l'apport", "Onttrekking aan de inbreng", "Transfer from contributions", "Entnahmen aus der Einlage"],
  ["792", "Pr\xE9l\xE8vements sur les r\xE9serves", "Onttrekking aan de reserves", "Transfer from reserves", "Entnahmen aus den R\xFCcklagen"],
  ["793", "Perte \xE0 reporter", "Over te dragen verlies", "Losses to be carried forward", "Verlustvortrag auf neue Rechnung"],
  ["794", "Intervention des associ\xE9s (ou du propri\xE9taire) dans la perte", "Tussenkomst van vennoten (of van de eigenaar) in het verlies", "Shareholders' (or owners') contribution in respect of losses", "Teilnahme der Gesellschafter (oder des Eigent\xFCmers) am Verlust"]
];

// domain/country-packs/be/accounts.ts
var accounts = chart(
  [...class0, ...class1, ...class2, ...class3, ...class4, ...class5, ...class6, ...class7],
  {
    // Classes 1 and 4 and group 49 hold two types; their headings show the type that comes first on the balance sheet.
    types: {
      "0": "off_balance",
      "1": "equity",
      "16": "liability",
      "17": "liability",
      "2": "asset",
      "3": "asset",
      "4": "asset",
      "42": "liability",
      "43": "liability",
      "44": "liability",
      "45": "liability",
      "46": "liability",
      "47": "liability",
      "48": "liability",
      // The annual accounts show the suspense account 499 with the accruals of the asset side.
      "49": "asset",
      "492": "liability",
      "493": "liability",
      "5": "asset",
      "6": "expense",
      "7": "income"
    },
    // Write-downs (2909, 409, 419) and the VAT of each period settle nothing by themselves and are left out.
    // prettier-ignore
    letterable: [
      "1750",
      "1751",
      "2900",
      "2901",
      "2906",
      "2907",
      "2910",
      "2911",
      "2917",
      "400",
      "401",
      "404",
      "406",
      "407",
      "410",
      "4112",
      "412",
      "414",
      "416",
      "417",
      "418",
      "425",
      "440",
      "441",
      "444",
      "450",
      "4512",
      "452",
      "453",
      "454",
      "455",
      "456",
      "459",
      "46",
      "47",
      "48",
      "499",
      "58"
    ],
    controlRoles: {
      "140000": "carried_forward",
      "141000": "carried_forward",
      "400000": "customer",
      "411000": "vat_deductible",
      "440000": "supplier",
      "451000": "vat_due",
      "451055": "vat_due",
      "451056": "vat_due",
      "451057": "vat_due",
      "550000": "bank",
      "570000": "cash",
      "580000": "transit",
      // Belgium has no account for the result of the year: its profit or loss leaves classes 6 and 7 through these two.
      "693": "result",
      "793": "result"
    }
  }
);

// domain/country-packs/be/boxes.ts
var rows = [
  ["00", "II", "Op\xE9rations soumises \xE0 un r\xE9gime particulier ou au taux de 0 %", "Handelingen onderworpen aan een bijzondere regeling of aan 0 %", "Operations under a special scheme or at 0%", "Ums\xE4tze unter einer Sonderregelung oder zum Satz von 0 %"],
  ["01", "II", "Op\xE9rations \xE0 6 %", "Handelingen tegen 6 %", "Operations at 6%", "Ums\xE4tze zu 6 %"],
  ["02", "II", "Op\xE9rations \xE0 12 %", "Handelingen tegen 12 %", "Operations at 12%", "Ums\xE4tze zu 12 %"],
  ["03", "II", "Op\xE9rations \xE0 21 %", "Handelingen tegen 21 %", "Operations at 21%", "Ums\xE4tze zu 21 %"],
  ["44", "II", "Services pour lesquels la TVA \xE9trang\xE8re est due par le cocontractant", "Diensten waarvoor de buitenlandse btw verschuldigd is door de medecontractant", "Services on which the customer owes foreign VAT", "Dienstleistungen, f\xFCr die der Vertragspartner ausl\xE4ndische MwSt. schuldet"],
  ["45", "II", "Op\xE9rations pour lesquelles la TVA est due par le cocontractant", "Handelingen waarvoor de btw verschuldigd is door de medecontractant", "Operations on which the customer owes the VAT", "Ums\xE4tze, f\xFCr die der Vertragspartner die MwSt. schuldet"],
  ["46", "II", "Livraisons intracommunautaires exempt\xE9es et ventes ABC", "Vrijgestelde intracommunautaire leveringen en ABC-verkopen", "Exempt intra-Community supplies and triangular sales", "Befreite innergemeinschaftliche Lieferungen und Dreiecksverk\xE4ufe"],
  ["47", "II", "Autres op\xE9rations exempt\xE9es et op\xE9rations effectu\xE9es \xE0 l'\xE9tranger", "Andere vrijgestelde handelingen en handelingen verricht in het buitenland", "Other exempt operations and operations abroad", "Sonstige befreite Ums\xE4tze und im Ausland get\xE4tigte Ums\xE4tze"],
  ["48", "II", "Notes de cr\xE9dit \xE9mises relatives aux grilles 44 et 46", "Uitgereikte creditnota's voor de roosters 44 en 46", "Credit notes issued for boxes 44 and 46", "Ausgestellte Gutschriften zu den Feldern 44 und 46"],
  ["49", "II", "Notes de cr\xE9dit \xE9mises relatives aux autres op\xE9rations du cadre II", "Uitgereikte creditnota's voor de andere handelingen van kader II", "Credit notes issued for the other operations of frame II", "Ausgestellte Gutschriften zu den \xFCbrigen Ums\xE4tzen des Rahmens II"],
  ["81", "III", "Achats de marchandises, mati\xE8res premi\xE8res et mati\xE8res auxiliaires", "Aankopen van handelsgoederen, grond- en hulpstoffen", "Purchases of goods for resale, raw materials and consumables", "Eink\xE4ufe von Handelswaren, Roh- und Hilfsstoffen"],
  ["82", "III", "Achats de services et biens divers", "Aankopen van diensten en diverse goederen", "Purchases of services and other goods", "Eink\xE4ufe von Dienstleistungen und verschiedenen G\xFCtern"],
  ["83", "III", "Achats de biens d'investissement", "Aankopen van bedrijfsmiddelen", "Purchases of investment goods", "Eink\xE4ufe von Investitionsg\xFCtern"],
  ["84", "III", "Notes de cr\xE9dit re\xE7ues relatives aux grilles 86 et 88", "Ontvangen creditnota's voor de roosters 86 en 88", "Credit notes received for boxes 86 and 88", "Erhaltene Gutschriften zu den Feldern 86 und 88"],
  ["85", "III", "Notes de cr\xE9dit re\xE7ues relatives aux autres op\xE9rations du cadre III", "Ontvangen creditnota's voor de andere handelingen van kader III", "Credit notes received for the other operations of frame III", "Erhaltene Gutschriften zu den \xFCbrigen Ums\xE4tzen des Rahmens III"],
  ["86", "III", "Acquisitions intracommunautaires de biens et achats ABC", "Intracommunautaire verwervingen van goederen en ABC-aankopen", "Intra-Community acquisitions of goods and triangular purchases", "Innergemeinschaftliche Erwerbe von G\xFCtern und Dreiecksk\xE4ufe"],
  ["87", "III", "Autres op\xE9rations \xE0 l'entr\xE9e pour lesquelles la TVA est due par le d\xE9clarant", "Andere inkomende handelingen waarvoor de btw verschuldigd is door de aangever", "Other incoming operations on which the declarant owes the VAT", "Sonstige Eingangsums\xE4tze, f\xFCr die der Erkl\xE4rungspflichtige die MwSt. schuldet"],
  ["88", "III", "Services intracommunautaires avec report de perception", "Intracommunautaire diensten met verlegging van heffing", "Intra-Community services under reverse charge", "Innergemeinschaftliche Dienstleistungen mit Verlagerung der Erhebung"],
  ["54", "IV", "TVA due sur les op\xE9rations des grilles 01, 02 et 03", "Verschuldigde btw op de handelingen van de roosters 01, 02 en 03", "VAT due on boxes 01, 02 and 03", "Geschuldete MwSt. auf die Ums\xE4tze der Felder 01, 02 und 03"],
  ["55", "IV", "TVA due sur les op\xE9rations des grilles 86 et 88", "Verschuldigde btw op de handelingen van de roosters 86 en 88", "VAT due on boxes 86 and 88", "Geschuldete MwSt. auf die Ums\xE4tze der Felder 86 und 88"],
  ["56", "IV", "TVA due sur les op\xE9rations de la grille 87, hors importations", "Verschuldigde btw op de handelingen van rooster 87, behalve invoer", "VAT due on box 87, imports excepted", "Geschuldete MwSt. auf die Ums\xE4tze des Feldes 87, au\xDFer Einfuhren"],
  ["57", "IV", "TVA due sur les importations avec report de perception", "Verschuldigde btw op invoer met verlegging van heffing", "VAT due on imports under reverse charge", "Geschuldete MwSt. auf Einfuhren mit Verlagerung der Erhebung"],
  ["61", "IV", "R\xE9gularisations de TVA en faveur de l'\xC9tat", "Btw-regularisaties in het voordeel van de Staat", "VAT adjustments in favour of the State", "MwSt.-Berichtigungen zugunsten des Staates"],
  ["63", "IV", "TVA \xE0 reverser mentionn\xE9e sur les notes de cr\xE9dit re\xE7ues", "Terug te storten btw vermeld op ontvangen creditnota's", "VAT to repay on credit notes received", "Zur\xFCckzuzahlende MwSt. auf erhaltene Gutschriften"],
  ["XX", "IV", "Total de la TVA due", "Totaal van de verschuldigde btw", "Total VAT due", "Summe der geschuldeten MwSt."],
  ["59", "V", "TVA d\xE9ductible", "Aftrekbare btw", "Deductible VAT", "Abziehbare MwSt."],
  ["62", "V", "R\xE9gularisations de TVA en faveur du d\xE9clarant", "Btw-regularisaties in het voordeel van de aangever", "VAT adjustments in favour of the declarant", "MwSt.-Berichtigungen zugunsten des Erkl\xE4rungspflichtigen"],
  ["64", "V", "TVA \xE0 r\xE9cup\xE9rer mentionn\xE9e sur les notes de cr\xE9dit \xE9mises", "Te recupereren btw vermeld op uitgereikte creditnota's", "VAT to recover on credit notes issued", "Zu erstattende MwSt. auf ausgestellte Gutschriften"],
  ["YY", "V", "Total de la TVA d\xE9ductible", "Totaal van de aftrekbare btw", "Total deductible VAT", "Summe der abziehbaren MwSt."],
  ["71", "VI", "Taxe due \xE0 l'\xC9tat", "Aan de Staat verschuldigde btw", "Tax due to the State", "Dem Staat geschuldete Steuer"],
  ["72", "VI", "Sommes dues par l'\xC9tat", "Door de Staat verschuldigde sommen", "Amounts due by the State", "Vom Staat geschuldete Betr\xE4ge"]
];
var formulas = {
  XX: { terms: sumOf("54", "55", "56", "57", "61", "63"), atLeastZero: false },
  YY: { terms: sumOf("59", "62", "64"), atLeastZero: false },
  // Only one of the two is filed; when both are zero it is 71.
  "71": { terms: difference("XX", "YY"), atLeastZero: true },
  "72": { terms: difference("YY", "XX"), atLeastZero: true }
};
var notFiled = /* @__PURE__ */ new Set(["XX", "YY"]);
var boxes = rows.map(([box, frame, fr, nl, en, de]) => ({
  box,
  frame,
  labels: labelled(fr, nl, en, de),
  formula: formulas[box] ?? null,
  isFiled: !notFiled.has(box)
}));
function sumOf(...boxNumbers) {
  return boxNumbers.map((box) => ({ box, sign: 1 }));
}
function difference(plus, minus) {
  return [
    { box: plus, sign: 1 },
    { box: minus, sign: -1 }
  ];
}

// domain/country-packs/be/journals.ts
var journals = [
  {
    code: "ACH",
    type: "purchase",
    labels: labelled("Achats", "Aankopen", "Purchases", "Eink\xE4ufe"),
    controlAccount: "440000"
  },
  {
    code: "NCA",
    type: "purchase_credit",
    labels: labelled(
      "Notes de cr\xE9dit sur achats",
      "Creditnota's op aankopen",
      "Purchase credit notes",
      "Einkaufsgutschriften"
    ),
    controlAccount: "440000"
  },
  {
    code: "VEN",
    type: "sale",
    labels: labelled("Ventes", "Verkopen", "Sales", "Verk\xE4ufe"),
    controlAccount: "400000"
  },
  {
    code: "NCV",
    type: "sale_credit",
    labels: labelled(
      "Notes de cr\xE9dit sur ventes",
      "Creditnota's op verkopen",
      "Sales credit notes",
      "Verkaufsgutschriften"
    ),
    controlAccount: "400000"
  },
  {
    code: "OD",
    type: "miscellaneous",
    labels: labelled("Op\xE9rations diverses", "Diverse verrichtingen", "Miscellaneous operations", "Diverse Buchungen"),
    controlAccount: null
  },
  {
    code: "CAI",
    type: "cash",
    labels: labelled("Caisse", "Kas", "Cash", "Kasse"),
    controlAccount: "570000"
  }
];

// domain/country-packs/be/vat-codes.ts
var sales = [
  ["S-21", "standard", null, "21.00", "+03", "+54", "+49", "+64", "Ventes en Belgique 21 %", "Verkopen in Belgi\xEB 21 %", "Domestic sales 21%", "Inlandsverk\xE4ufe 21 %"],
  ["S-12", "standard", null, "12.00", "+02", "+54", "+49", "+64", "Ventes en Belgique 12 %", "Verkopen in Belgi\xEB 12 %", "Domestic sales 12%", "Inlandsverk\xE4ufe 12 %"],
  ["S-6", "standard", null, "6.00", "+01", "+54", "+49", "+64", "Ventes en Belgique 6 %", "Verkopen in Belgi\xEB 6 %", "Domestic sales 6%", "Inlandsverk\xE4ufe 6 %"],
  ["S-0", "standard", null, "0.00", "+00", "", "+49", "", "Ventes \xE0 0 % ou sous r\xE9gime particulier", "Verkopen tegen 0 % of onder bijzondere regeling", "Sales at 0% or under a special scheme", "Verk\xE4ufe zu 0 % oder unter Sonderregelung"],
  ["S-CC", "reverse_charge", null, "0.00", "+45", "", "+49", "", "Ventes - TVA due par le cocontractant", "Verkopen - Btw verlegd naar de medecontractant", "Sales - VAT owed by the customer (domestic reverse charge)", "Verk\xE4ufe - Steuerschuld des Vertragspartners"],
  ["S-IC-S", "intracom", "services", "0.00", "+44", "", "+48", "", "Prestations de services intracommunautaires", "Intracommunautaire diensten", "Intra-Community services", "Innergemeinschaftliche Dienstleistungen"],
  ["S-IC-G", "intracom", "goods", "0.00", "+46", "", "+48", "", "Livraisons intracommunautaires de biens", "Intracommunautaire leveringen van goederen", "Intra-Community supplies of goods", "Innergemeinschaftliche Lieferungen von G\xFCtern"],
  ["S-IC-T", "intracom", "goods", "0.00", "+46", "", "+48", "", "Ventes triangulaires (ABC)", "Driehoeksverkopen (ABC)", "Triangular sales (ABC)", "Dreiecksverk\xE4ufe (ABC)"],
  ["S-EX", "export", null, "0.00", "+47", "", "+49", "", "Exportations et op\xE9rations \xE0 l'\xE9tranger", "Uitvoer en handelingen in het buitenland", "Exports and operations abroad", "Ausfuhren und Ums\xE4tze im Ausland"]
];
var purchases = [
  ["P-M-0", "standard", "goods", "0.00", "+81", "", "", "-81 +85", "", "", "Achats de marchandises 0 %", "Aankopen van handelsgoederen 0 %", "Purchases of goods 0%", "Wareneink\xE4ufe 0 %"],
  ["P-M-6", "standard", "goods", "6.00", "+81", "", "+59", "-81 +85", "", "+63", "Achats de marchandises 6 %", "Aankopen van handelsgoederen 6 %", "Purchases of goods 6%", "Wareneink\xE4ufe 6 %"],
  ["P-M-12", "standard", "goods", "12.00", "+81", "", "+59", "-81 +85", "", "+63", "Achats de marchandises 12 %", "Aankopen van handelsgoederen 12 %", "Purchases of goods 12%", "Wareneink\xE4ufe 12 %"],
  ["P-M-21", "standard", "goods", "21.00", "+81", "", "+59", "-81 +85", "", "+63", "Achats de marchandises 21 %", "Aankopen van handelsgoederen 21 %", "Purchases of goods 21%", "Wareneink\xE4ufe 21 %"],
  ["P-M-CC-0", "reverse_charge", "goods", "0.00", "+81 +87", "", "", "-81 -87 +85", "", "", "Achats de marchandises - cocontractant 0 %", "Aankopen van handelsgoederen - medecontractant 0 %", "Purchases of goods - domestic reverse charge 0%", "Wareneink\xE4ufe - Steuerschuld des Vertragspartners 0 %"],
  ["P-M-CC-6", "reverse_charge", "goods", "6.00", "+81 +87", "+56", "+59", "-81 -87 +85", "+62", "+63", "Achats de marchandises - cocontractant 6 %", "Aankopen van handelsgoederen - medecontractant 6 %", "Purchases of goods - domestic reverse charge 6%", "Wareneink\xE4ufe - Steuerschuld des Vertragspartners 6 %"],
  ["P-M-CC-12", "reverse_charge", "goods", "12.00", "+81 +87", "+56", "+59", "-81 -87 +85", "+62", "+63", "Achats de marchandises - cocontractant 12 %", "Aankopen van handelsgoederen - medecontractant 12 %", "Purchases of goods - domestic reverse charge 12%", "Wareneink\xE4ufe - Steuerschuld des Vertragspartners 12 %"],
  ["P-M-CC-21", "reverse_charge", "goods", "21.00", "+81 +87", "+56", "+59", "-81 -87 +85", "+62", "+63", "Achats de marchandises - cocontractant 21 %", "Aankopen van handelsgoederen - medecontractant 21 %", "Purchases of goods - domestic reverse charge 21%", "Wareneink\xE4ufe - Steuerschuld des Vertragspartners 21 %"],
  ["P-M-IC-0", "intracom", "goods", "0.00", "+81 +86", "", "", "-81 -86 +84", "", "", "Acquisitions intracommunautaires de marchandises 0 %", "Intracommunautaire verwervingen van handelsgoederen 0 %", "Intra-Community acquisitions of goods 0%", "Innergemeinschaftliche Warenerwerbe 0 %"],
  ["P-M-IC-6", "intracom", "goods", "6.00", "+81 +86", "+55", "+59", "-81 -86 +84", "+62", "+63", "Acquisitions intracommunautaires de marchandises 6 %", "Intracommunautaire verwervingen van handelsgoederen 6 %", "Intra-Community acquisitions of goods 6%", "Innergemeinschaftliche Warenerwerbe 6 %"],
  ["P-M-IC-12", "intracom", "goods", "12.00", "+81 +86", "+55", "+59", "-81 -86 +84", "+62", "+63", "Acquisitions intracommunautaires de marchandises 12 %", "Intracommunautaire verwervingen van handelsgoederen 12 %", "Intra-Community acquisitions of goods 12%", "Innergemeinschaftliche Warenerwerbe 12 %"],
  ["P-M-IC-21", "intracom", "goods", "21.00", "+81 +86", "+55", "+59", "-81 -86 +84", "+62", "+63", "Acquisitions intracommunautaires de marchandises 21 %", "Intracommunautaire verwervingen van handelsgoederen 21 %", "Intra-Community acquisitions of goods 21%", "Innergemeinschaftliche Warenerwerbe 21 %"],
  ["P-M-IMP-0", "import", "goods", "0.00", "+81 +87", "", "", "-81 -87 +85", "", "", "Importations de marchandises avec report de perception 0 %", "Invoer van handelsgoederen met verlegging van heffing 0 %", "Imports of goods under reverse charge 0%", "Wareneinfuhren mit Verlagerung der Erhebung 0 %"],
  ["P-M-IMP-6", "import", "goods", "6.00", "+81 +87", "+57", "+59", "-81 -87 +85", "+62", "+63", "Importations de marchandises avec report de perception 6 %", "Invoer van handelsgoederen met verlegging van heffing 6 %", "Imports of goods under reverse charge 6%", "Wareneinfuhren mit Verlagerung der Erhebung 6 %"],
  ["P-M-IMP-12", "import", "goods", "12.00", "+81 +87", "+57", "+59", "-81 -87 +85", "+62", "+63", "Importations de marchandises avec report de perception 12 %", "Invoer van handelsgoederen met verlegging van heffing 12 %", "Imports of goods under reverse charge 12%", "Wareneinfuhren mit Verlagerung der Erhebung 12 %"],
  ["P-M-IMP-21", "import", "goods", "21.00", "+81 +87", "+57", "+59", "-81 -87 +85", "+62", "+63", "Importations de marchandises avec report de perception 21 %", "Invoer van handelsgoederen met verlegging van heffing 21 %", "Imports of goods under reverse charge 21%", "Wareneinfuhren mit Verlagerung der Erhebung 21 %"],
  ["P-S-0", "standard", "services", "0.00", "+82", "", "", "-82 +85", "", "", "Services et biens divers 0 %", "Diensten en diverse goederen 0 %", "Services and other goods 0%", "Dienstleistungen und verschiedene G\xFCter 0 %"],
  ["P-S-6", "standard", "services", "6.00", "+82", "", "+59", "-82 +85", "", "+63", "Services et biens divers 6 %", "Diensten en diverse goederen 6 %", "Services and other goods 6%", "Dienstleistungen und verschiedene G\xFCter 6 %"],
  ["P-S-12", "standard", "services", "12.00", "+82", "", "+59", "-82 +85", "", "+63", "Services et biens divers 12 %", "Diensten en diverse goederen 12 %", "Services and other goods 12%", "Dienstleistungen und verschiedene G\xFCter 12 %"],
  ["P-S-21", "standard", "services", "21.00", "+82", "", "+59", "-82 +85", "", "+63", "Services et biens divers 21 %", "Diensten en diverse goederen 21 %", "Services and other goods 21%", "Dienstleistungen und verschiedene G\xFCter 21 %"],
  ["P-S-CC-0", "reverse_charge", "services", "0.00", "+82 +87", "", "", "-82 -87 +85", "", "", "Services et biens divers - cocontractant 0 %", "Diensten en diverse goederen - medecontractant 0 %", "Services and other goods - domestic reverse charge 0%", "Dienstleistungen und verschiedene G\xFCter - Steuerschuld des Vertragspartners 0 %"],
  ["P-S-CC-6", "reverse_charge", "services", "6.00", "+82 +87", "+56", "+59", "-82 -87 +85", "+62", "+63", "Services et biens divers - cocontractant 6 %", "Diensten en diverse goederen - medecontractant 6 %", "Services and other goods - domestic reverse charge 6%", "Dienstleistungen und verschiedene G\xFCter - Steuerschuld des Vertragspartners 6 %"],
  ["P-S-CC-12", "reverse_charge", "services", "12.00", "+82 +87", "+56", "+59", "-82 -87 +85", "+62", "+63", "Services et biens divers - cocontractant 12 %", "Diensten en diverse goederen - medecontractant 12 %", "Services and other goods - domestic reverse charge 12%", "Dienstleistungen und verschiedene G\xFCter - Steuerschuld des Vertragspartners 12 %"],
  ["P-S-CC-21", "reverse_charge", "services", "21.00", "+82 +87", "+56", "+59", "-82 -87 +85", "+62", "+63", "Services et biens divers - cocontractant 21 %", "Diensten en diverse goederen - medecontractant 21 %", "Services and other goods - domestic reverse charge 21%", "Dienstleistungen und verschiedene G\xFCter - Steuerschuld des Vertragspartners 21 %"],
  ["P-S-IC-0", "intracom", "services", "0.00", "+82 +88", "", "", "-82 -88 +84", "", "", "Services intracommunautaires re\xE7us 0 %", "Ontvangen intracommunautaire diensten 0 %", "Intra-Community services received 0%", "Erhaltene innergemeinschaftliche Dienstleistungen 0 %"],
  ["P-S-IC-6", "intracom", "services", "6.00", "+82 +88", "+55", "+59", "-82 -88 +84", "+62", "+63", "Services intracommunautaires re\xE7us 6 %", "Ontvangen intracommunautaire diensten 6 %", "Intra-Community services received 6%", "Erhaltene innergemeinschaftliche Dienstleistungen 6 %"],
  ["P-S-IC-12", "intracom", "services", "12.00", "+82 +88", "+55", "+59", "-82 -88 +84", "+62", "+63", "Services intracommunautaires re\xE7us 12 %", "Ontvangen intracommunautaire diensten 12 %", "Intra-Community services received 12%", "Erhaltene innergemeinschaftliche Dienstleistungen 12 %"],
  ["P-S-IC-21", "intracom", "services", "21.00", "+82 +88", "+55", "+59", "-82 -88 +84", "+62", "+63", "Services intracommunautaires re\xE7us 21 %", "Ontvangen intracommunautaire diensten 21 %", "Intra-Community services received 21%", "Erhaltene innergemeinschaftliche Dienstleistungen 21 %"],
  ["P-S-IMP-0", "import", "services", "0.00", "+82 +87", "", "", "-82 -87 +85", "", "", "Importations de biens divers avec report de perception 0 %", "Invoer van diverse goederen met verlegging van heffing 0 %", "Imports of other goods under reverse charge 0%", "Einfuhren verschiedener G\xFCter mit Verlagerung der Erhebung 0 %"],
  ["P-S-IMP-6", "import", "services", "6.00", "+82 +87", "+57", "+59", "-82 -87 +85", "+62", "+63", "Importations de biens divers avec report de perception 6 %", "Invoer van diverse goederen met verlegging van heffing 6 %", "Imports of other goods under reverse charge 6%", "Einfuhren verschiedener G\xFCter mit Verlagerung der Erhebung 6 %"],
  ["P-S-IMP-12", "import", "services", "12.00", "+82 +87", "+57", "+59", "-82 -87 +85", "+62", "+63", "Importations de biens divers avec report de perception 12 %", "Invoer van diverse goederen met verlegging van heffing 12 %", "Imports of other goods under reverse charge 12%", "Einfuhren verschiedener G\xFCter mit Verlagerung der Erhebung 12 %"],
  ["P-S-IMP-21", "import", "services", "21.00", "+82 +87", "+57", "+59", "-82 -87 +85", "+62", "+63", "Importations de biens divers avec report de perception 21 %", "Invoer van diverse goederen met verlegging van heffing 21 %", "Imports of other goods under reverse charge 21%", "Einfuhren verschiedener G\xFCter mit Verlagerung der Erhebung 21 %"],
  ["P-S-EXS-21", "reverse_charge", "services", "21.00", "+82 +87", "+56", "+59", "-82 -87 +85", "+62", "+63", "Services re\xE7us de prestataires hors Union europ\xE9enne 21 %", "Diensten ontvangen van dienstverrichters buiten de Europese Unie 21 %", "Services received from suppliers outside the European Union 21%", "Dienstleistungen von Anbietern au\xDFerhalb der Europ\xE4ischen Union 21 %"],
  ["P-S-21-D50", "standard", "services", "21.00", "+82", "", "+59", "-82 +85", "", "+63", "Frais de voiture (TVA d\xE9ductible \xE0 50 %) 21 %", "Autokosten (btw 50 % aftrekbaar) 21 %", "Car expenses (VAT 50% deductible) 21%", "Fahrzeugkosten (MwSt. zu 50 % abziehbar) 21 %"],
  ["P-I-0", "standard", "investment", "0.00", "+83", "", "", "-83 +85", "", "", "Biens d'investissement 0 %", "Bedrijfsmiddelen 0 %", "Investment goods 0%", "Investitionsg\xFCter 0 %"],
  ["P-I-6", "standard", "investment", "6.00", "+83", "", "+59", "-83 +85", "", "+63", "Biens d'investissement 6 %", "Bedrijfsmiddelen 6 %", "Investment goods 6%", "Investitionsg\xFCter 6 %"],
  ["P-I-12", "standard", "investment", "12.00", "+83", "", "+59", "-83 +85", "", "+63", "Biens d'investissement 12 %", "Bedrijfsmiddelen 12 %", "Investment goods 12%", "Investitionsg\xFCter 12 %"],
  ["P-I-21", "standard", "investment", "21.00", "+83", "", "+59", "-83 +85", "", "+63", "Biens d'investissement 21 %", "Bedrijfsmiddelen 21 %", "Investment goods 21%", "Investitionsg\xFCter 21 %"],
  ["P-I-CC-0", "reverse_charge", "investment", "0.00", "+83 +87", "", "", "-83 -87 +85", "", "", "Biens d'investissement - cocontractant 0 %", "Bedrijfsmiddelen - medecontractant 0 %", "Investment goods - domestic reverse charge 0%", "Investitionsg\xFCter - Steuerschuld des Vertragspartners 0 %"],
  ["P-I-CC-6", "reverse_charge", "investment", "6.00", "+83 +87", "+56", "+59", "-83 -87 +85", "+62", "+63", "Biens d'investissement - cocontractant 6 %", "Bedrijfsmiddelen - medecontractant 6 %", "Investment goods - domestic reverse charge 6%", "Investitionsg\xFCter - Steuerschuld des Vertragspartners 6 %"],
  ["P-I-CC-12", "reverse_charge", "investment", "12.00", "+83 +87", "+56", "+59", "-83 -87 +85", "+62", "+63", "Biens d'investissement - cocontractant 12 %", "Bedrijfsmiddelen - medecontractant 12 %", "Investment goods - domestic reverse charge 12%", "Investitionsg\xFCter - Steuerschuld des Vertragspartners 12 %"],
  ["P-I-CC-21", "reverse_charge", "investment", "21.00", "+83 +87", "+56", "+59", "-83 -87 +85", "+62", "+63", "Biens d'investissement - cocontractant 21 %", "Bedrijfsmiddelen - medecontractant 21 %", "Investment goods - domestic reverse charge 21%", "Investitionsg\xFCter - Steuerschuld des Vertragspartners 21 %"],
  ["P-I-IC-0", "intracom", "investment", "0.00", "+83 +86", "", "", "-83 -86 +84", "", "", "Acquisitions intracommunautaires de biens d'investissement 0 %", "Intracommunautaire verwervingen van bedrijfsmiddelen 0 %", "Intra-Community acquisitions of investment goods 0%", "Innergemeinschaftliche Erwerbe von Investitionsg\xFCtern 0 %"],
  ["P-I-IC-6", "intracom", "investment", "6.00", "+83 +86", "+55", "+59", "-83 -86 +84", "+62", "+63", "Acquisitions intracommunautaires de biens d'investissement 6 %", "Intracommunautaire verwervingen van bedrijfsmiddelen 6 %", "Intra-Community acquisitions of investment goods 6%", "Innergemeinschaftliche Erwerbe von Investitionsg\xFCtern 6 %"],
  ["P-I-IC-12", "intracom", "investment", "12.00", "+83 +86", "+55", "+59", "-83 -86 +84", "+62", "+63", "Acquisitions intracommunautaires de biens d'investissement 12 %", "Intracommunautaire verwervingen van bedrijfsmiddelen 12 %", "Intra-Community acquisitions of investment goods 12%", "Innergemeinschaftliche Erwerbe von Investitionsg\xFCtern 12 %"],
  ["P-I-IC-21", "intracom", "investment", "21.00", "+83 +86", "+55", "+59", "-83 -86 +84", "+62", "+63", "Acquisitions intracommunautaires de biens d'investissement 21 %", "Intracommunautaire verwervingen van bedrijfsmiddelen 21 %", "Intra-Community acquisitions of investment goods 21%", "Innergemeinschaftliche Erwerbe von Investitionsg\xFCtern 21 %"],
  ["P-I-IMP-0", "import", "investment", "0.00", "+83 +87", "", "", "-83 -87 +85", "", "", "Importations de biens d'investissement avec report de perception 0 %", "Invoer van bedrijfsmiddelen met verlegging van heffing 0 %", "Imports of investment goods under reverse charge 0%", "Einfuhren von Investitionsg\xFCtern mit Verlagerung der Erhebung 0 %"],
  ["P-I-IMP-6", "import", "investment", "6.00", "+83 +87", "+57", "+59", "-83 -87 +85", "+62", "+63", "Importations de biens d'investissement avec report de perception 6 %", "Invoer van bedrijfsmiddelen met verlegging van heffing 6 %", "Imports of investment goods under reverse charge 6%", "Einfuhren von Investitionsg\xFCtern mit Verlagerung der Erhebung 6 %"],
  ["P-I-IMP-12", "import", "investment", "12.00", "+83 +87", "+57", "+59", "-83 -87 +85", "+62", "+63", "Importations de biens d'investissement avec report de perception 12 %", "Invoer van bedrijfsmiddelen met verlegging van heffing 12 %", "Imports of investment goods under reverse charge 12%", "Einfuhren von Investitionsg\xFCtern mit Verlagerung der Erhebung 12 %"],
  ["P-I-IMP-21", "import", "investment", "21.00", "+83 +87", "+57", "+59", "-83 -87 +85", "+62", "+63", "Importations de biens d'investissement avec report de perception 21 %", "Invoer van bedrijfsmiddelen met verlegging van heffing 21 %", "Imports of investment goods under reverse charge 21%", "Einfuhren von Investitionsg\xFCtern mit Verlagerung der Erhebung 21 %"]
];
var dueAccounts = {
  "54": "451000",
  "55": "451055",
  "56": "451056",
  "57": "451057"
};
var DEDUCTIBLE_ACCOUNT = "411000";
var intraListing = {
  "S-IC-G": "L",
  "S-IC-T": "T",
  "S-IC-S": "S"
};
var deductibleRates = { "P-S-21-D50": "50.00" };
var vatCodes = [...sales.map(sale), ...purchases.map(purchase)];
function sale(row) {
  const [code, kind, nature, rate, base, due, creditNoteBase, creditNoteDue, fr, nl, en, de] = row;
  const dueEffects = effects(due);
  return {
    code,
    labels: labelled(fr, nl, en, de),
    direction: "sale",
    kind,
    nature,
    rate,
    deductibleRate: "100.00",
    exigibility: "invoice",
    dueAccount: dueAccountOf(dueEffects),
    deductibleAccount: null,
    intraListing: intraListing[code] ?? null,
    boxes: {
      invoice: { base: effects(base), due: dueEffects, deductible: [], nonDeductible: [] },
      creditNote: { base: effects(creditNoteBase), due: effects(creditNoteDue), deductible: [], nonDeductible: [] }
    }
  };
}
function purchase(row) {
  const [code, kind, nature, rate, base, due, deductible, ...rest] = row;
  const [creditNoteBase, creditNoteDue, creditNoteDeductible, fr, nl, en, de] = rest;
  const dueEffects = effects(due);
  const deductibleEffects = effects(deductible);
  return {
    code,
    labels: labelled(fr, nl, en, de),
    direction: "purchase",
    kind,
    nature,
    rate,
    deductibleRate: deductibleRates[code] ?? "100.00",
    exigibility: "invoice",
    dueAccount: dueAccountOf(dueEffects),
    deductibleAccount: deductibleEffects.length > 0 ? DEDUCTIBLE_ACCOUNT : null,
    intraListing: null,
    boxes: {
      invoice: {
        base: effects(base),
        due: dueEffects,
        deductible: deductibleEffects,
        nonDeductible: costOf(base, deductible, kind)
      },
      creditNote: {
        base: effects(creditNoteBase),
        due: effects(creditNoteDue),
        deductible: effects(creditNoteDeductible),
        nonDeductible: costOf(creditNoteBase, creditNoteDeductible, kind)
      }
    }
  };
}
function effects(boxes2) {
  if (boxes2 === "") return [];
  return boxes2.split(" ").map((effect) => ({ box: effect.slice(1), sign: effect.startsWith("-") ? -1 : 1 }));
}
function dueAccountOf(due) {
  return due[0] === void 0 ? null : dueAccounts[due[0].box] ?? null;
}
function costOf(base, deductible, kind) {
  if (deductible === "") return [];
  const boxes2 = kind === "standard" ? ["81", "82", "83", "85"] : ["81", "82", "83"];
  return effects(base).filter(({ box }) => boxes2.includes(box));
}

// domain/country-packs/be/vat-regimes.ts
var vatRegimes = [
  {
    code: "monthly",
    labels: labelled("D\xE9claration mensuelle", "Maandaangifte", "Monthly return", "Monatliche Erkl\xE4rung"),
    periodicReturn: { period: "month", dueDay: 20 }
  },
  {
    code: "quarterly",
    labels: labelled("D\xE9claration trimestrielle", "Kwartaalaangifte", "Quarterly return", "Viertelj\xE4hrliche Erkl\xE4rung"),
    periodicReturn: { period: "quarter", dueDay: 25 }
  },
  {
    code: "franchise",
    labels: labelled(
      "Franchise pour petites entreprises",
      "Vrijstellingsregeling voor kleine ondernemingen",
      "Small business exemption scheme",
      "Steuerbefreiung f\xFCr Kleinunternehmen"
    ),
    periodicReturn: null
  },
  {
    code: "exempt",
    labels: labelled(
      "Exempt\xE9 (article 44)",
      "Vrijgesteld (artikel 44)",
      "Exempt (article 44)",
      "Steuerbefreit (Artikel 44)"
    ),
    periodicReturn: null
  },
  {
    code: "unit",
    // The return is filed under the number of the unit; month by month is the rule that a unit starts with.
    labels: labelled("Unit\xE9 TVA", "Btw-eenheid", "VAT unit", "Mehrwertsteuereinheit"),
    periodicReturn: { period: "month", dueDay: 20 }
  }
];

// domain/event.ts
var shape = {
  id: { type: "integer", minimum: 1 },
  reference: { type: ["integer", "null"], minimum: 1 },
  text: { type: "string" },
  optionalText: { type: ["string", "null"] },
  date: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" },
  optionalDate: { type: ["string", "null"], pattern: "^\\d{4}-\\d{2}-\\d{2}$" },
  timestamp: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}" },
  amount: { type: "string", pattern: "^\\d{1,15}\\.\\d{2}$" },
  positive: { type: "integer", minimum: 1 },
  flag: { type: "boolean" },
  anyObject: { type: "object" },
  oneOf: (...values) => ({ enum: values }),
  list: (items, minItems = 0) => ({ type: "array", items, minItems }),
  object: (properties, optional = []) => ({
    type: "object",
    properties,
    required: Object.keys(properties).filter((name2) => !optional.includes(name2)),
    additionalProperties: false
  })
};

// domain/fiscal-years/fiscal-year.ts
var period = shape.object({ id: shape.id, number: shape.positive, starts_on: shape.date, ends_on: shape.date });
var fiscalYearEvents = {
  FiscalYearOpened: {
    version: 1,
    meaning: "A fiscal year was opened with its periods, one for each calendar month that it touches.",
    schema: shape.object({
      id: shape.id,
      code: shape.text,
      starts_on: shape.date,
      ends_on: shape.date,
      periods: shape.list(period, 1)
    })
  }
};

// domain/companies/company.ts
var VAT_REGIMES = ["monthly", "quarterly", "franchise", "exempt", "unit"];
var NACE_CLASSIFICATIONS = ["MAIN", "SECO", "ANCI"];
var nullable = (names) => Object.fromEntries(names.map((name2) => [name2, shape.optionalText]));
var companyEvents = {
  CompanyFileOpened: {
    version: 1,
    meaning: "A company file was opened, in a firm or standing alone.",
    schema: shape.object({
      id: shape.id,
      public_token: shape.text,
      firm_id: shape.reference,
      owner_id: shape.reference,
      code: shape.text,
      name: shape.text,
      country_pack: shape.oneOf("BE", "FR", "LU"),
      vat_regime: shape.oneOf(...VAT_REGIMES),
      currency: shape.text,
      locale: shape.oneOf("fr", "nl", "en", "de"),
      country: shape.text,
      ...nullable(["legal_form", "legal_form_code", "enterprise_number", "vat_number", "address", "street", "house_number"]),
      ...nullable(["box", "postal_code", "city", "latitude", "longitude", "main_nace_code", "logo_url"]),
      nace_codes: shape.list(shape.object({ code: shape.text, classification: shape.oneOf(...NACE_CLASSIFICATIONS) })),
      settings: shape.anyObject,
      source: shape.text
    })
  }
};

// domain/records/state.ts
function living(state, resource, id2) {
  const record = state[resource]?.byId.get(id2);
  return record?.isTrashed === false ? record : void 0;
}

// domain/persistent-map.ts
var REMOVED = /* @__PURE__ */ Symbol("removed");
function emptyMap() {
  return layered(/* @__PURE__ */ new Map(), /* @__PURE__ */ new Map(), 0);
}
function layered(base, overlay, size) {
  const get = (key) => {
    const recent = overlay.get(key);
    if (recent === REMOVED) return void 0;
    return recent === void 0 ? base.get(key) : recent;
  };
  function* entries2() {
    for (const [key, value] of base) if (!overlay.has(key)) yield [key, value];
    for (const [key, value] of overlay) if (value !== REMOVED) yield [key, value];
  }
  const change = (changes2) => {
    const next = new Map(overlay);
    let nextSize = size;
    for (const [key, value] of changes2) {
      const before = next.has(key) ? next.get(key) !== REMOVED : base.has(key);
      nextSize += Number(value !== REMOVED) - Number(before);
      next.set(key, value);
    }
    if (next.size <= Math.max(32, 2 * Math.sqrt(base.size))) return layered(base, next, nextSize);
    const merged = new Map(base);
    for (const [key, value] of next) {
      if (value === REMOVED) merged.delete(key);
      else merged.set(key, value);
    }
    return layered(merged, /* @__PURE__ */ new Map(), nextSize);
  };
  return {
    size,
    get,
    has: (key) => get(key) !== void 0,
    with: (key, value) => change([[key, value]]),
    withAll: (added) => change(added),
    without: (key) => get(key) === void 0 ? layered(base, overlay, size) : change([[key, REMOVED]]),
    entries: entries2,
    *values() {
      for (const [, value] of entries2()) yield value;
    }
  };
}

// domain/ledger/ledger.ts
var initialLedger = {
  lastNumbers: emptyMap(),
  usedAccounts: emptyMap(),
  usedThirdParties: emptyMap(),
  usedJournals: emptyMap()
};

// domain/ledger/entry-events.ts
var line = shape.object({
  id: shape.id,
  account_id: shape.id,
  debit: shape.amount,
  credit: shape.amount,
  label: shape.optionalText,
  third_party_id: shape.reference
});
var entryEvents = {
  EntryPosted: {
    version: 1,
    meaning: "An entry was posted with the next number of its journal and fiscal year. It is never deleted.",
    schema: shape.object({
      id: shape.id,
      journal_id: shape.id,
      journal_code: shape.text,
      fiscal_year_id: shape.id,
      fiscal_year_code: shape.text,
      period_id: shape.id,
      number: shape.positive,
      entry_date: shape.date,
      due_date: shape.optionalDate,
      label: shape.optionalText,
      reference: shape.optionalText,
      third_party_id: shape.reference,
      origin: shape.oneOf("free"),
      total: shape.amount,
      lines: shape.list(line, 1)
    })
  }
};

// domain/accounts/account.ts
var ACCOUNT_TYPES = ["asset", "liability", "equity", "expense", "income", "off_balance"];
var CONTROL_ROLES = [
  "customer",
  "supplier",
  "vat_due",
  "vat_deductible",
  "bank",
  "cash",
  "transit",
  "result",
  "carried_forward"
];
var TYPE_OF_CLASS = {
  "0": "off_balance",
  "1": "equity",
  "2": "asset",
  "3": "asset",
  "4": "asset",
  "5": "asset",
  "6": "expense",
  "7": "income"
};
var accounts2 = {
  name: "accounts",
  fields: {
    number: { kind: "text", max: 20, format: "digits", required: true, editable: "while_unused" },
    label: { kind: "text", max: 200, required: true },
    labels: { kind: "labels", editable: "internal", hidden: true },
    class: { kind: "integer", editable: "internal" },
    type: { kind: "choice", values: ACCOUNT_TYPES, required: true },
    control_role: { kind: "choice", values: CONTROL_ROLES },
    is_postable: { kind: "boolean", initial: true, editable: "while_unused" },
    is_letterable: { kind: "boolean", initial: false },
    is_active: { kind: "boolean", initial: true },
    vat_code_id: { kind: "reference", to: "vat-codes" }
  },
  unique: [["number"]],
  complete: (data) => ({ ...data, ...fromNumber(data["number"]), type: data["type"] ?? typeOf(data["number"]) }),
  consequences: (changes2) => ({
    ...changes2["number"] !== void 0 && fromNumber(changes2["number"]),
    // A label typed in replaces the pack's translations, which no longer say the same thing.
    ...changes2["label"] !== void 0 && { labels: null }
  }),
  isUsed: (id2, file2) => file2.ledger.usedAccounts.has(id2)
};
var fromNumber = (number) => ({ class: typeof number === "string" ? Number(number.slice(0, 1)) : null });
var typeOf = (number) => typeof number === "string" ? TYPE_OF_CLASS[number.slice(0, 1)] ?? "off_balance" : null;

// domain/journals/journal.ts
var JOURNAL_TYPES = ["purchase", "purchase_credit", "sale", "sale_credit", "miscellaneous", "cash", "bank"];
var journals2 = {
  name: "journals",
  fields: {
    code: { kind: "text", max: 6, format: "code", required: true, editable: "while_unused" },
    label: { kind: "text", max: 200, required: true },
    labels: { kind: "labels", editable: "internal", hidden: true },
    type: { kind: "choice", values: JOURNAL_TYPES, required: true, editable: "while_unused" },
    control_account_id: { kind: "reference", to: "accounts" },
    iban: { kind: "text", max: 42, format: "iban" },
    bic: { kind: "text", max: 11, format: "bic" },
    is_active: { kind: "boolean", initial: true },
    is_default: { kind: "boolean", initial: false },
    description: { kind: "text", max: 1e3 }
  },
  unique: [["code"]],
  consequences: (changes2) => changes2["label"] === void 0 ? {} : { labels: null },
  isUsed: (id2, file2) => file2.ledger.usedJournals.has(id2)
};

// domain/third-parties/third-party.ts
var THIRD_PARTY_TYPES = ["supplier", "customer"];
var thirdParties = {
  name: "third-parties",
  fields: {
    type: { kind: "choice", values: THIRD_PARTY_TYPES, required: true, editable: "while_unused" },
    code: { kind: "text", max: 20, format: "code" },
    name: { kind: "text", max: 200, required: true },
    vat_number: { kind: "text", max: 20, format: "vat_number" },
    enterprise_number: { kind: "text", max: 20 },
    address: { kind: "text", max: 300 },
    street: { kind: "text", max: 200 },
    house_number: { kind: "text", max: 20 },
    box: { kind: "text", max: 20 },
    postal_code: { kind: "text", max: 20 },
    city: { kind: "text", max: 100 },
    country: { kind: "text", max: 2, format: "country" },
    email: { kind: "text", max: 190, format: "email" },
    phone: { kind: "text", max: 40 },
    language: { kind: "choice", values: LANGUAGES },
    ibans: { kind: "list", max: 10, format: "iban", initial: [] },
    bic: { kind: "text", max: 11, format: "bic" },
    payment_days: { kind: "integer", min: 0, max: 365 },
    account_id: { kind: "reference", to: "accounts" },
    default_account_id: { kind: "reference", to: "accounts" },
    default_vat_code_id: { kind: "reference", to: "vat-codes" },
    is_active: { kind: "boolean", initial: true },
    notes: { kind: "text", max: 5e3 }
  },
  unique: [["code"]],
  complete: (data, file2) => ({
    ...data,
    code: data["code"] ?? nextCode(data, file2),
    account_id: data["account_id"] ?? controlAccount(data, file2)
  }),
  check: (data, file2) => controlAccountProblems(data, file2),
  isUsed: (id2, file2) => file2.ledger.usedThirdParties.has(id2)
};
function nextCode(data, file2) {
  const prefix = data["type"] === "customer" ? "C" : "S";
  const collection = file2.records["third-parties"];
  let number = collection.byId.size + 1;
  while (collection.byKey.has(`code=${prefix}${String(number).padStart(5, "0")}`)) number += 1;
  return `${prefix}${String(number).padStart(5, "0")}`;
}
function controlAccount(data, file2) {
  let found = null;
  for (const [id2, account] of file2.records["accounts"].byId.entries()) {
    const { control_role, is_postable, is_active } = account.data;
    if (account.isTrashed || control_role !== data["type"] || !is_postable || !is_active) continue;
    const number = String(account.data["number"]);
    if (!found || number < found.number) found = { id: id2, number };
  }
  return found?.id ?? null;
}
function controlAccountProblems(data, file2) {
  const id2 = data["account_id"];
  const account = typeof id2 === "number" ? living(file2.records, "accounts", id2) : void 0;
  return account && account.data["is_postable"] === false ? [{ code: "account_is_group", field: "account_id" }] : [];
}

// domain/vat-codes/vat-code.ts
var VAT_DIRECTIONS = ["purchase", "sale"];
var VAT_KINDS = [
  "standard",
  "reverse_charge",
  "intracom",
  "import",
  "export",
  "exempt",
  "outside_scope",
  "non_deductible"
];
var vatCodes2 = {
  name: "vat-codes",
  fields: {
    code: { kind: "text", max: 20, format: "code", required: true, editable: "while_unused" },
    label: { kind: "text", max: 200, required: true },
    labels: { kind: "labels", editable: "internal", hidden: true },
    direction: { kind: "choice", values: VAT_DIRECTIONS, required: true, editable: "while_unused" },
    kind: { kind: "choice", values: VAT_KINDS, required: true, editable: "while_unused" },
    nature: { kind: "text", max: 40 },
    rate: { kind: "decimal", max: "100.00", required: true, editable: "while_unused" },
    deductible_rate: { kind: "decimal", max: "100.00", initial: "100.00" },
    due_account_id: { kind: "reference", to: "accounts" },
    deductible_account_id: { kind: "reference", to: "accounts" },
    boxes: { kind: "object" },
    is_active: { kind: "boolean", initial: true }
  },
  unique: [["code"]],
  consequences: (changes2) => changes2["label"] === void 0 ? {} : { labels: null }
};

// domain/records/resources.ts
var resources = [accounts2, vatCodes2, journals2, thirdParties];
var byName = new Map(resources.map((resource) => [resource.name, resource]));

// domain/records/records.ts
var oneRecord = { resource: shape.text, id: shape.id, version: shape.positive };
var recordEvents = {
  RecordsCreated: {
    version: 1,
    meaning: "Records of one resource came into being: one typed in, or a whole chart of accounts.",
    schema: shape.object({
      resource: shape.text,
      records: shape.list(shape.object({ id: shape.id, data: shape.anyObject }), 1)
    })
  },
  RecordUpdated: {
    version: 1,
    meaning: "Fields of a record got other values; the earlier ones are told too.",
    schema: shape.object({ ...oneRecord, changes: shape.anyObject, previous: shape.anyObject })
  },
  RecordTrashed: { version: 1, meaning: "A record went to the recycle bin.", schema: shape.object(oneRecord) },
  RecordRestored: { version: 1, meaning: "A record came back from the recycle bin.", schema: shape.object(oneRecord) }
};
var initialRecords = Object.fromEntries(
  resources.map(({ name: name2 }) => [name2, { byId: emptyMap(), byKey: emptyMap() }])
);

// domain/company-file.ts
var companyFileEvents = { ...companyEvents, ...fiscalYearEvents, ...recordEvents, ...entryEvents };

// domain/firms/firm.ts
var FIRM_ROLES = ["admin", "manager", "encoder", "reviewer"];
var firmEvents = {
  FirmOpened: {
    version: 1,
    meaning: "An accounting firm was opened.",
    schema: shape.object({
      id: shape.id,
      public_token: shape.text,
      name: shape.text,
      country_code: shape.text,
      locale: shape.oneOf("fr", "nl", "en", "de"),
      email: shape.optionalText,
      source: shape.text
    })
  },
  MemberAttached: {
    version: 1,
    meaning: "A user joined the team of the firm.",
    schema: shape.object({
      user_id: shape.id,
      role: shape.oneOf(...FIRM_ROLES),
      all_companies: shape.flag,
      is_active: shape.flag
    })
  },
  CompanyFileRegistered: {
    version: 1,
    meaning: "The firm took up a company file under a code that no other of its files has; the file is opened next, from what this event holds.",
    schema: shape.object({ company_id: shape.id, public_token: shape.text, code: shape.text, request: shape.anyObject })
  }
};

// domain/identity/user.ts
var userEvents = {
  UserRegistered: {
    version: 1,
    meaning: "A person got an account; of the password only an argon2id hash is kept.",
    schema: shape.object({
      id: shape.id,
      name: shape.text,
      email: shape.text,
      password_hash: shape.text,
      locale: { enum: ["fr", "nl", "en", "de", null] },
      is_platform_admin: shape.flag
    })
  },
  TokenIssued: {
    version: 1,
    meaning: "A token was issued, at sign-in or for an integration; of its secret only a SHA-256 hash is kept.",
    schema: shape.object({
      id: shape.id,
      kind: shape.oneOf("session", "integration"),
      name: shape.text,
      secret_hash: shape.text,
      abilities: shape.list(shape.oneOf("read", "write", "sync"), 1),
      expires_at: { type: ["string", "null"] }
    })
  },
  TokenRevoked: { version: 1, meaning: "A token stopped working.", schema: shape.object({ id: shape.id }) }
};

// database/fault-point.ts
var wanted = process.env["FAULT_POINT"];
var [name, countdown] = wanted?.split(":") ?? [];
var remaining = Number(countdown ?? 1);

// domain/event-catalogue.ts
var eventsByStream = {
  company: companyFileEvents,
  firm: firmEvents,
  user: userEvents
};
var eventCatalogue = Object.assign({}, ...Object.values(eventsByStream));

// commands/support/event-schemas.ts
import { Ajv2020 } from "ajv/dist/2020.js";
var ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: false });

// commands/support/lane.ts
var MAX_TOGETHER_BYTES = MAX_APPEND_BYTES / 2;

// commands/support/command-path.ts
var StreamHalted = class extends Error {
  constructor(stream) {
    super(`The projection of ${stream} is halted`);
    this.name = "StreamHalted";
  }
};

// projections/support/table.ts
function createTable(schema, table) {
  const columns = Object.entries(table.columns).map(([name2, type]) => `${name2} ${type}`);
  const storage = table.added ? " WITH (fillfactor = 60)" : "";
  return `CREATE TABLE ${schema}.${table.name} (${[...columns, `PRIMARY KEY (${table.key.join(", ")})`].join(", ")})${storage}`;
}
function createIndexes(schema, table) {
  return (table.indexes ?? []).map((columns) => `CREATE INDEX ON ${schema}.${table.name} ${columns.startsWith("USING") || columns.startsWith("(") ? columns : `(${columns})`}`);
}

// projections/companies/tables.ts
var companies2 = {
  name: "companies",
  columns: {
    id: "bigint NOT NULL",
    public_token: 'text COLLATE "C" NOT NULL',
    firm_id: "bigint",
    owner_id: "bigint",
    code: "text NOT NULL",
    name: "text NOT NULL",
    legal_form: "text",
    legal_form_code: "text",
    enterprise_number: "text",
    vat_number: "text",
    country_pack: "text NOT NULL",
    vat_regime: "text NOT NULL",
    currency: "text NOT NULL",
    locale: "text NOT NULL",
    address: "text",
    street: "text",
    house_number: "text",
    box: "text",
    postal_code: "text",
    city: "text",
    country: "text NOT NULL",
    latitude: "text",
    longitude: "text",
    nace_codes: "jsonb NOT NULL",
    main_nace_code: "text",
    logo_url: "text",
    settings: "jsonb NOT NULL",
    source: "text NOT NULL",
    version: "integer NOT NULL",
    seq: "bigint NOT NULL",
    created_at: "timestamptz NOT NULL",
    updated_at: "timestamptz NOT NULL"
  },
  key: ["id"],
  indexes: ["public_token", "firm_id, id", "owner_id"]
};

// projections/firms/tables.ts
var firms = {
  name: "firms",
  columns: {
    id: "bigint NOT NULL",
    public_token: 'text COLLATE "C" NOT NULL',
    name: "text NOT NULL",
    country_code: "text NOT NULL",
    locale: "text NOT NULL",
    email: "text",
    source: "text NOT NULL",
    created_at: "timestamptz NOT NULL",
    updated_at: "timestamptz NOT NULL"
  },
  key: ["id"],
  indexes: ["public_token"]
};
var members = {
  name: "members",
  columns: {
    firm_id: "bigint NOT NULL",
    user_id: "bigint NOT NULL",
    role: "text NOT NULL",
    all_companies: "boolean NOT NULL",
    is_active: "boolean NOT NULL",
    created_at: "timestamptz NOT NULL"
  },
  key: ["firm_id", "user_id"],
  indexes: ["user_id"]
};
var registrations = {
  name: "company_registrations",
  columns: {
    company_id: "bigint NOT NULL",
    firm_id: "bigint NOT NULL",
    revision: "bigint NOT NULL",
    registered_at: "timestamptz NOT NULL"
  },
  key: ["company_id"]
};
var firmTables = [firms, members, registrations];

// projections/fiscal-years/tables.ts
var fiscalYears = {
  name: "fiscal_years",
  columns: {
    id: "bigint NOT NULL",
    company_id: "bigint NOT NULL",
    code: "text NOT NULL",
    starts_on: "date NOT NULL",
    ends_on: "date NOT NULL",
    periods: "jsonb NOT NULL",
    version: "integer NOT NULL",
    seq: "bigint NOT NULL",
    created_at: "timestamptz NOT NULL",
    updated_at: "timestamptz NOT NULL"
  },
  key: ["id"],
  indexes: ["company_id, starts_on"]
};

// projections/identity/tables.ts
var users = {
  name: "users",
  columns: {
    id: "bigint NOT NULL",
    name: "text NOT NULL",
    email: "text NOT NULL",
    password_hash: "text NOT NULL",
    locale: "text",
    is_platform_admin: "boolean NOT NULL",
    created_at: "timestamptz NOT NULL",
    updated_at: "timestamptz NOT NULL"
  },
  key: ["id"],
  indexes: ["(lower(email))"]
};
var tokens = {
  name: "tokens",
  columns: {
    id: "bigint NOT NULL",
    user_id: "bigint NOT NULL",
    kind: "text NOT NULL",
    name: "text NOT NULL",
    secret_hash: "text NOT NULL",
    abilities: "jsonb NOT NULL",
    expires_at: "timestamptz",
    revoked_at: "timestamptz",
    created_at: "timestamptz NOT NULL"
  },
  key: ["id"],
  indexes: ["user_id"]
};
var identityTables = [users, tokens];

// projections/ledger/tables.ts
var entries = {
  name: "entries",
  columns: {
    id: "bigint NOT NULL",
    company_id: "bigint NOT NULL",
    journal_id: "bigint NOT NULL",
    fiscal_year_id: "bigint NOT NULL",
    period_id: "bigint NOT NULL",
    number: "bigint NOT NULL",
    entry_date: "date NOT NULL",
    due_date: "date",
    label: "text",
    reference: "text",
    status: "text NOT NULL",
    origin: "text NOT NULL",
    third_party_id: "bigint",
    total: "numeric(20,2) NOT NULL",
    lines_count: "integer NOT NULL",
    version: "integer NOT NULL",
    seq: "bigint NOT NULL",
    created_at: "timestamptz NOT NULL",
    updated_at: "timestamptz NOT NULL",
    created_by: "bigint"
  },
  key: ["id"],
  indexes: ["company_id, entry_date DESC, id DESC"]
};
var entryLines = {
  name: "entry_lines",
  columns: {
    entry_id: "bigint NOT NULL",
    line_number: "integer NOT NULL",
    id: "bigint NOT NULL",
    company_id: "bigint NOT NULL",
    account_id: "bigint NOT NULL",
    third_party_id: "bigint",
    entry_date: "date NOT NULL",
    debit: "numeric(20,2) NOT NULL",
    credit: "numeric(20,2) NOT NULL",
    label: "text"
  },
  key: ["entry_id", "line_number"],
  indexes: ["company_id, account_id, entry_date"]
};
var balances = {
  name: "balances",
  columns: {
    company_id: "bigint NOT NULL",
    account_id: "bigint NOT NULL",
    period_id: "bigint NOT NULL",
    fiscal_year_id: "bigint NOT NULL",
    debit: "numeric(20,2) NOT NULL",
    credit: "numeric(20,2) NOT NULL"
  },
  key: ["company_id", "account_id", "period_id"],
  added: ["debit", "credit"]
};
var thirdPartyBalances = {
  name: "third_party_balances",
  columns: {
    company_id: "bigint NOT NULL",
    third_party_id: "bigint NOT NULL",
    account_id: "bigint NOT NULL",
    period_id: "bigint NOT NULL",
    fiscal_year_id: "bigint NOT NULL",
    debit: "numeric(20,2) NOT NULL",
    credit: "numeric(20,2) NOT NULL"
  },
  key: ["company_id", "third_party_id", "account_id", "period_id"],
  added: ["debit", "credit"]
};
var journalCounters = {
  name: "journal_counters",
  columns: {
    company_id: "bigint NOT NULL",
    journal_id: "bigint NOT NULL",
    fiscal_year_id: "bigint NOT NULL",
    last_number: "bigint NOT NULL",
    entries_count: "bigint NOT NULL"
  },
  key: ["company_id", "journal_id", "fiscal_year_id"],
  added: ["entries_count"]
};
var ledgerTables = [entries, entryLines, balances, thirdPartyBalances, journalCounters];

// projections/records/tables.ts
var BOOKKEEPING = {
  id: "bigint NOT NULL",
  company_id: "bigint NOT NULL"
};
var VERSIONED = {
  version: "integer NOT NULL",
  seq: "bigint NOT NULL",
  created_at: "timestamptz NOT NULL",
  updated_at: "timestamptz NOT NULL",
  deleted_at: "timestamptz",
  deleted_by: "bigint",
  search: "text NOT NULL"
};
var tables = new Map(resources.map((resource) => [resource.name, tableOf(resource)]));
var recordTables = [...tables.values()];
function tableOf(resource) {
  const fields = Object.entries(resource.fields).map(([name2, field2]) => [name2, columnOf(field2)]);
  return {
    name: resource.name.replaceAll("-", "_"),
    columns: { ...BOOKKEEPING, ...Object.fromEntries(fields), ...VERSIONED },
    key: ["id"],
    indexes: [`company_id, ${resource.unique[0]?.join(", ") ?? "id"}`]
  };
}
function columnOf(field2) {
  switch (field2.kind) {
    case "text":
    case "choice":
      return 'text COLLATE "C"';
    case "integer":
    case "reference":
      return "bigint";
    case "boolean":
      return "boolean";
    case "date":
      return "date";
    case "decimal":
      return "numeric(20,2)";
    case "list":
    case "labels":
    case "object":
      return "jsonb";
  }
}

// projections/support/tables.ts
var activity = {
  name: "activity",
  columns: {
    position: "bigint NOT NULL",
    stream: 'text COLLATE "C" NOT NULL',
    revision: "bigint NOT NULL",
    company_id: "bigint",
    firm_id: "bigint",
    type: "text NOT NULL",
    operation_id: "uuid NOT NULL",
    user_id: "bigint",
    token_kind: "text NOT NULL",
    client_mutation_id: "text",
    device_id: "text",
    device_name: "text",
    origin: "text NOT NULL",
    occurred_at: "timestamptz",
    recorded_at: "timestamptz NOT NULL"
  },
  key: ["position"],
  indexes: ["company_id, position", "(stream, client_mutation_id) WHERE client_mutation_id IS NOT NULL"]
};
var changes = {
  name: "changes",
  columns: {
    company_id: "bigint NOT NULL",
    seq: "bigint NOT NULL",
    position: "bigint NOT NULL",
    resource: 'text COLLATE "C" NOT NULL',
    record_id: "bigint NOT NULL",
    op: "text NOT NULL",
    version: "integer NOT NULL",
    before: "jsonb",
    after: "jsonb"
  },
  key: ["company_id", "seq"],
  indexes: ["company_id, resource, record_id"]
};
var feedHeads = {
  name: "feed_heads",
  columns: { company_id: "bigint NOT NULL", seq: "bigint NOT NULL" },
  key: ["company_id"]
};
var readTables = [
  activity,
  changes,
  feedHeads,
  companies2,
  fiscalYears,
  ...recordTables,
  ...ledgerTables,
  ...identityTables,
  ...firmTables
];

// projections/schema.ts
import { createHash } from "node:crypto";
var PROJECTION_VERSION = 1;
var schemaDigest = createHash("sha256").update(JSON.stringify([PROJECTION_VERSION, readTables.map((table) => [createTable("s", table), createIndexes("s", table)])])).digest("hex");

// projections/progress.ts
var ProjectionDelayed = class extends Error {
  constructor(position) {
    super(`The read tables have not passed position ${position} in time`);
    this.name = "ProjectionDelayed";
  }
};

// api/http/unavailable.ts
var MAX_CAUSES = 5;
var RETRY_SOON = { "Retry-After": "1" };
var SOCKET_CODES = /* @__PURE__ */ new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENOENT"
]);
var DATABASE_STATES = {
  "08": "database_unavailable",
  // connection exception
  "53": "overloaded",
  // out of connections, memory or disk
  "57P01": "database_unavailable",
  // administrator stops the server
  "57P02": "database_unavailable",
  // crash of another backend
  "57P03": "database_unavailable",
  // starting up
  "57P05": "database_unavailable",
  // idle session ended
  "57014": "overloaded",
  // statement timeout
  "55P03": "overloaded",
  // lock timeout
  "25006": "database_unavailable",
  // read-only server
  "25P03": "overloaded",
  // transaction left idle too long
  "40001": "overloaded",
  // serialisation failure that outlived its retries
  "40P01": "overloaded",
  // deadlock that outlived its retries
  "58": "database_unavailable"
  // disk or system trouble of the server
};
var DRIVER_MESSAGES = [
  ["timeout exceeded when trying to connect", "overloaded"],
  ["Query read timeout", "overloaded"],
  ["Connection terminated", "database_unavailable"],
  ["Client has encountered a connection error", "database_unavailable"],
  ["Client was closed and is not queryable", "database_unavailable"],
  ["Cannot use a pool after calling end", "database_unavailable"]
];
function refusalOfException(thrown) {
  let error = thrown;
  for (let depth = 0; depth < MAX_CAUSES && error instanceof Error; depth++, error = error.cause) {
    if (error instanceof AppendTooLarge) return refusal("append_too_large");
    if (error instanceof ProjectionDelayed) return refusal("projection_delayed", { headers: RETRY_SOON });
    if (error instanceof StreamHalted) return refusal("projection_halted", { headers: RETRY_SOON });
    if (error instanceof LogUnavailable) return refusal("event_log_unavailable", { headers: RETRY_SOON });
    const code = databaseCondition(error);
    if (code) return refusal(code, { headers: RETRY_SOON });
  }
  return void 0;
}
function databaseCondition(error) {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (/^[0-9A-Z]{5}$/.test(code)) return DATABASE_STATES[code] ?? DATABASE_STATES[code.slice(0, 2)];
  if (SOCKET_CODES.has(code) && "syscall" in error && isSocketCall(error.syscall)) return "database_unavailable";
  if (error instanceof AggregateError && SOCKET_CODES.has(code)) return "database_unavailable";
  return DRIVER_MESSAGES.find(([start]) => error.message.startsWith(start))?.[1];
}
var isSocketCall = (syscall) => typeof syscall === "string" && ["connect", "read", "write", "getaddrinfo"].includes(syscall);

// api/http/app.ts
var SANE_REQUEST_ID = /^[A-Za-z0-9._:-]{1,64}$/;
var NO_ROUTE = "(unknown)";
var MAX_LOGGED_PATH = 200;
function buildApp(options) {
  const baseUrl = options.config.baseUrl.replace(/\/+$/, "");
  const { routes, services, metrics, logger } = options;
  const settings = { services, baseUrl, trustProxy: options.config.trustProxy };
  const docsUrl = `${baseUrl}/docs`;
  const ports = { guards: {}, ...options, docsUrl, checkReplies: options.config.checkReplies };
  const router = createRouter();
  for (const route2 of [...routes, ...documentationRoutes(routes, baseUrl), metricsRoute(metrics)]) {
    router.add(route2.method.toUpperCase(), route2.path, { path: route2.path, run: compileRoute(route2, ports) });
  }
  const send = createSend(securityHeaders(baseUrl));
  const app = express();
  app.disable("x-powered-by");
  const lifecycle = lifecycleOf(app);
  app.use((request, response) => void serve(request, response));
  return app;
  async function serve(request, response) {
    const startedAt = performance.now();
    const [path, search] = splitUrl(request.url ?? "/");
    const call = new Call(request, requestIdOf(request), path, search, settings);
    const found = router.find(request.method ?? "", path);
    const route2 = found !== null && "target" in found ? found.target.path : NO_ROUTE;
    try {
      const answer = await answerTo(call, found);
      const sending = send(response, answer, call, lifecycle.draining);
      record(call, route2, answer.status, startedAt);
      await sending;
    } catch (error) {
      fail(error, call, route2, response, startedAt);
    }
  }
  async function answerTo(call, found) {
    if (found === null) return answerOfRefusal(refusal("not_found"), call, docsUrl);
    if ("allowed" in found) return otherMethod(call, found.allowed);
    let answer;
    try {
      answer = await found.target.run(call, found.names, found.values);
    } catch (error) {
      const known = refusalOfException(error);
      if (known === void 0) throw error;
      logger.warn(
        { err: error, requestId: call.requestId, route: found.target.path },
        "request refused by a condition"
      );
      return answerOfRefusal(known, call, docsUrl);
    }
    if (!isNotModified(answer, call.request.headers["if-none-match"]) || !isRead(call)) return answer;
    const { "Content-Type": _type, ...headers } = answer.headers;
    return { status: 304, headers, body: null };
  }
  function otherMethod(call, allowed) {
    const headers = { Allow: allowed.join(", ") };
    if (call.request.method === "OPTIONS") return { status: 204, headers, body: null };
    return answerOfRefusal(refusal("method_not_allowed", { headers }), call, docsUrl);
  }
  function fail(error, call, route2, response, startedAt) {
    const facts = { err: error, requestId: call.requestId, method: call.request.method, route: route2 };
    if (error instanceof RequestAborted || response.headersSent && response.destroyed) {
      logger.info(facts, "the client went away");
      response.destroy();
      return;
    }
    logger.error(facts, "request failed");
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const answer = answerOfRefusal(refusal("server_error"), call, docsUrl);
    void send(response, answer, call, lifecycle.draining);
    record(call, route2, answer.status, startedAt);
  }
  function record(call, route2, status, startedAt) {
    const milliseconds = performance.now() - startedAt;
    const method = call.request.method ?? "";
    metrics.observeRequest(route2 === NO_ROUTE ? "any" : method, route2, status, milliseconds / 1e3);
    logger.info(
      {
        requestId: call.requestId,
        method,
        route: route2,
        ...route2 === NO_ROUTE && { path: call.path.slice(0, MAX_LOGGED_PATH) },
        status,
        durationMs: Math.round(milliseconds * 1e3) / 1e3,
        userId: call.knownCaller?.userId
      },
      "request"
    );
  }
}
var isRead = (call) => call.request.method === "GET" || call.request.method === "HEAD";
function requestIdOf(request) {
  const asked = request.headers["x-request-id"];
  return typeof asked === "string" && SANE_REQUEST_ID.test(asked) ? asked : randomUUID2();
}
function splitUrl(url) {
  const local = url.startsWith("/") ? url : url.replace(/^https?:\/\/[^/?#]*/i, "");
  const mark = local.indexOf("?");
  return mark < 0 ? [local, ""] : [local.slice(0, mark), local.slice(mark + 1)];
}

// api/http/pagination.ts
import { z as z6 } from "zod";
var PREVIOUS = {
  fr: "&laquo; Pr\xE9c\xE9dent",
  nl: "&laquo; Vorige",
  en: "&laquo; Previous",
  de: "&laquo; Zur\xFCck"
};
var NEXT = { fr: "Suivant &raquo;", nl: "Volgende &raquo;", en: "Next &raquo;", de: "Weiter &raquo;" };
var ON_EACH_SIDE = 3;
var GAP = null;
function paginate({ rows: rows2, total, page, perPage, pathUrl, language }) {
  const lastPage = Math.max(Math.ceil(total / perPage), 1);
  const url = (target) => `${pathUrl}?page=${target}`;
  const previous = page > 1 ? url(page - 1) : null;
  const next = page < lastPage ? url(page + 1) : null;
  const first = (page - 1) * perPage + 1;
  return {
    data: rows2,
    current_page: page,
    last_page: lastPage,
    per_page: perPage,
    total,
    from: rows2.length > 0 ? first : null,
    to: rows2.length > 0 ? first + rows2.length - 1 : null,
    first_page_url: url(1),
    last_page_url: url(lastPage),
    next_page_url: next,
    prev_page_url: previous,
    path: pathUrl,
    links: [
      { url: previous, label: PREVIOUS[language], active: false },
      ...pageWindow(page, lastPage).map(
        (shown) => shown === GAP ? { url: null, label: "...", active: false } : { url: url(shown), label: String(shown), active: shown === page }
      ),
      { url: next, label: NEXT[language], active: false }
    ]
  };
}
function pageWindow(page, lastPage) {
  const nearEdge = ON_EACH_SIDE + 4;
  if (lastPage < 2 * nearEdge) return range(1, lastPage);
  if (page <= nearEdge) return [...range(1, nearEdge + ON_EACH_SIDE), GAP, lastPage - 1, lastPage];
  if (page > lastPage - nearEdge) return [1, 2, GAP, ...range(lastPage - nearEdge - ON_EACH_SIDE + 1, lastPage)];
  return [1, 2, GAP, ...range(page - ON_EACH_SIDE, page + ON_EACH_SIDE), GAP, lastPage - 1, lastPage];
}
var range = (from, to) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
var pageLink = z6.object({ url: z6.string().nullable(), label: z6.string(), active: z6.boolean() });
function pageOf(row, extras) {
  return z6.object({
    data: z6.array(row),
    current_page: z6.int(),
    last_page: z6.int(),
    per_page: z6.int(),
    total: z6.int(),
    from: z6.int().nullable(),
    to: z6.int().nullable(),
    first_page_url: z6.string(),
    last_page_url: z6.string(),
    next_page_url: z6.string().nullable(),
    prev_page_url: z6.string().nullable(),
    path: z6.string(),
    links: z6.array(pageLink),
    ...extras
  });
}

// api/http/reply.ts
var ok = (body2, extras = {}) => ({ status: 200, body: body2, ...extras });
var created = (body2, extras = {}) => ({
  status: 201,
  body: body2,
  recorded: true,
  ...extras
});
var noContent = (extras = {}) => ({ status: 204, ...extras });

// api/meta/routes.ts
import { z as z8 } from "zod";

// api/http/output.ts
import { z as z7 } from "zod";
var timestamp = z7.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/).meta({ format: "date-time", examples: ["2026-01-05T10:00:00.000000Z"] });
var dateTimestamp = z7.string().regex(/^\d{4}-\d\d-\d\dT00:00:00\.000000Z$/).meta({ format: "date-time", examples: ["2026-01-05T00:00:00.000000Z"] });
var plainDate = z7.string().regex(/^\d{4}-\d\d-\d\d$/).meta({ format: "date", examples: ["2026-01-05"] });
var decimalString = z7.string().regex(/^-?\d+\.\d{2}$/).meta({ examples: ["1234.56"] });
var publicToken2 = z7.string().regex(/^[A-Za-z0-9]{12}$/).meta({ examples: ["AbCdEfGh1234"] });
var recordId = z7.int().min(1);

// api/meta/routes.ts
var PUBLIC2 = { method: "get", area: "meta", ability: "public", role: "any", demo: "allowed" };
var HEALTH_TIMEOUT_MS = 3e3;
var metaRoutes = [
  route({
    ...PUBLIC2,
    path: "/",
    summary: "Name, version and status of the service",
    replies: { 200: z8.object({ name: z8.string(), version: z8.string(), status: z8.string() }) },
    handle: () => ok({ name: "Grandlivre", version: "v1", status: "ok" })
  }),
  route({
    ...PUBLIC2,
    path: "/v1/ping",
    summary: "Cheap probe without database access",
    replies: { 200: z8.object({ ok: z8.boolean(), server_time: timestamp }) },
    handle: () => ok({ ok: true, server_time: formatTimestamp(/* @__PURE__ */ new Date()) })
  }),
  route({
    ...PUBLIC2,
    path: "/v1/status",
    summary: "Whether the database and the event log can be reached",
    replies: { 200: z8.object({ ok: z8.boolean(), time: timestamp }) },
    handle: async ({ services }) => ok({ ok: await inTime(services.health()), time: formatTimestamp(/* @__PURE__ */ new Date()) })
  })
];
async function inTime(health) {
  let timer;
  const late = new Promise((resolve2) => timer = setTimeout(resolve2, HEALTH_TIMEOUT_MS, false));
  try {
    return await Promise.race([health, late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

// test/api/http/support.ts
var COMPANY = "AbCdEfGh1234";
var DEMO_COMPANY = "DemoDemo0001";
var FIRM = "FirmFirm0001";
function callerOf2(userId, changes2 = {}) {
  return {
    userId,
    name: "Ada",
    email: "ada@example.com",
    locale: null,
    isPlatformAdmin: false,
    isDemo: false,
    token: { id: userId, kind: "session", abilities: /* @__PURE__ */ new Set() },
    ...changes2
  };
}
var CALLERS = {
  "1|session": callerOf2(1),
  "2|dutch": callerOf2(2, { locale: "nl" }),
  "3|reader": callerOf2(3, { token: { id: 3, kind: "integration", abilities: /* @__PURE__ */ new Set(["read"]) } }),
  "4|demo": callerOf2(4, { isDemo: true }),
  "5|reviewer": callerOf2(5),
  "6|german-firm": callerOf2(6),
  "7|platform": callerOf2(7, { isPlatformAdmin: true })
};
var access = {
  authenticate: (bearer2) => Promise.resolve(CALLERS[bearer2] ?? null),
  company(caller, publicToken3) {
    if (publicToken3 !== COMPANY && publicToken3 !== DEMO_COMPANY) return Promise.resolve(null);
    const role = caller.userId === 5 ? "reviewer" : "encoder";
    const isDemo2 = publicToken3 === DEMO_COMPANY;
    return Promise.resolve({ id: 10, publicToken: publicToken3, firmId: 1, name: "Books", locale: "nl", isDemo: isDemo2, role });
  },
  firm(_caller, publicToken3) {
    if (publicToken3 !== FIRM) return Promise.resolve(null);
    return Promise.resolve({
      id: 1,
      publicToken: publicToken3,
      name: "Firm",
      locale: "de",
      isDemo: false,
      role: "manager"
    });
  },
  firmLanguage: (caller) => Promise.resolve(caller.userId === 6 ? "de" : null)
};
function memoryIdempotence() {
  const known = /* @__PURE__ */ new Map();
  return {
    async run({ scope, key, fingerprint }, execute) {
      const place = `${scope.userId}/${scope.companyId}/${key}`;
      const earlier = known.get(place);
      if (earlier && earlier.fingerprint !== fingerprint) return { problem: "idempotency_key_reused" };
      if (earlier) return earlier.reply ? { reply: earlier.reply, replayed: true } : { problem: "request_in_progress" };
      known.set(place, { fingerprint, reply: null });
      try {
        const reply = await execute();
        if (isMemorised(reply.status)) known.set(place, { fingerprint, reply });
        else known.delete(place);
        return { reply, replayed: false };
      } catch (error) {
        known.delete(place);
        throw error;
      }
    }
  };
}
function memoryRateLimits() {
  const hits = /* @__PURE__ */ new Map();
  const keys = [];
  return {
    keys,
    hit(key, perMinute) {
      keys.push(key);
      const count = (hits.get(key) ?? 0) + 1;
      hits.set(key, count);
      return Promise.resolve({
        allowed: count <= perMinute,
        remaining: Math.max(perMinute - count, 0),
        resetAtUnix: 18e8,
        retryAfterSeconds: 42
      });
    }
  };
}
var Line = z9.object({
  account_id: id(),
  debit: amount().default("0.00"),
  credit: amount().default("0.00"),
  label: nullableText(190)
});
var EntryBody = z9.object({
  journal_id: id(),
  entry_date: date(),
  label: nullableText(20),
  lines: list(Line, { min: 1, max: 100 })
});
var Echo = z9.unknown();
var OPEN = { area: "toys", role: "any", demo: "allowed" };
function toyRoutes(seen, gate) {
  let nextId = 0;
  return [
    ...metaRoutes,
    route({
      ...OPEN,
      method: "get",
      path: "/v1/open",
      summary: "open",
      ability: "public",
      replies: { 200: Echo },
      handle: ({ language, ip, pathUrl }) => ok({ language, ip, pathUrl })
    }),
    route({
      ...OPEN,
      method: "post",
      path: "/v1/echo",
      summary: "echo",
      ability: "public",
      body: z9.record(z9.string(), z9.unknown()),
      replies: { 200: Echo },
      handle: ({ body: body2 }) => ok(body2)
    }),
    route({
      ...OPEN,
      method: "post",
      path: "/v1/fields",
      summary: "fields",
      ability: "public",
      body: z9.object({
        name: text2(10),
        age: integer({ min: 0, max: 150 }).nullish(),
        active: bool().optional(),
        kind: choice(["a", "b"]).optional(),
        mail: email().optional(),
        password: text2(100).optional()
      }),
      replies: { 200: Echo },
      handle: ({ body: body2 }) => ok(body2)
    }),
    route({
      ...OPEN,
      method: "get",
      path: "/v1/me",
      summary: "me",
      ability: "read",
      replies: { 200: Echo },
      handle: ({ caller, language }) => ok({ id: caller.userId, language })
    }),
    route({
      ...OPEN,
      method: "get",
      path: "/v1/tokens",
      summary: "session",
      ability: "session",
      replies: { 200: Echo },
      handle: () => ok([])
    }),
    route({
      ...OPEN,
      method: "get",
      path: "/v1/platform",
      summary: "platform",
      ability: "read",
      role: "platform",
      replies: { 200: Echo },
      handle: () => ok([])
    }),
    route({
      ...OPEN,
      method: "get",
      path: "/v1/limited",
      summary: "limited",
      ability: "public",
      perMinute: 2,
      replies: { 200: Echo },
      handle: () => ok({})
    }),
    route({
      ...OPEN,
      method: "post",
      path: "/v1/limited",
      summary: "limited by user",
      ability: "write",
      perMinute: 2,
      replies: { 204: null },
      handle: () => noContent()
    }),
    route({
      ...OPEN,
      method: "post",
      path: "/v1/firms/{firm}/mail",
      summary: "external effect",
      ability: "write",
      demo: "blocked",
      replies: { 204: null },
      handle: () => noContent()
    }),
    route({
      ...OPEN,
      method: "get",
      path: "/v1/firms/{firm}",
      summary: "firm",
      ability: "read",
      replies: { 200: Echo },
      handle: ({ firm: firm2, language }) => ok({ name: firm2.name, language })
    }),
    route({
      ...OPEN,
      method: "post",
      path: "/v1/companies/{company}/entries",
      summary: "post an entry",
      ability: "write",
      role: "encoder",
      body: EntryBody,
      replies: { 201: z9.object({ id: z9.int(), version: z9.int() }).meta({ id: "ToyEntry" }) },
      errorCodes: ["period_locked"],
      handle: ({ body: body2, write }) => {
        seen.calls.push({ route: "entries", body: body2, write });
        if (body2.entry_date === "2020-01-01")
          return refuse("period_locked", { field: "entry_date" }, { reason: "period_locked" });
        if (body2.entry_date === "2020-01-02")
          return invalid([
            { code: "account_unknown", field: "lines.0.account_id" },
            { code: "entry_unbalanced", field: "lines", params: { debit: "1.00", credit: "2.00" } }
          ]);
        return created({ id: ++nextId, version: 1 }, { version: 1 });
      }
    }),
    route({
      ...OPEN,
      method: "get",
      path: "/v1/companies/{company}/entries",
      summary: "entries",
      ability: "read",
      query: z9.object({ ...pageQuery(), status: choice(["posted", "reversed"]).optional() }),
      replies: { 200: pageOf(z9.object({ id: z9.int() })) },
      handle: ({ query, pathUrl, language }) => ok(paginate({ rows: [{ id: 1 }], total: 1, page: query.page, perPage: query.per_page, pathUrl, language }))
    }),
    route({
      ...OPEN,
      method: "get",
      path: "/v1/companies/{company}/entries/{id}",
      summary: "entry",
      ability: "read",
      params: z9.object({ id: id() }),
      replies: { 200: z9.object({ id: z9.int(), version: z9.int() }).meta({ id: "ToyEntry2" }) },
      handle: ({ params, company }) => {
        seen.calls.push({ route: "entry", params: { ...params, company: company.publicToken } });
        return params.id === 404 ? refuse("not_found") : ok({ id: params.id, version: 3 }, { version: 3 });
      }
    }),
    route({
      ...OPEN,
      method: "delete",
      path: "/v1/companies/{company}/entries/{id}",
      summary: "trash",
      ability: "write",
      role: "encoder",
      params: z9.object({ id: id() }),
      replies: { 204: null },
      handle: ({ params, write }) => write.baseVersion === 1 ? refuse("conflict", {}, { server_version: 3, server_data: { id: params.id } }) : noContent({ recorded: true, headers: { "X-Trashed": "1" } })
    }),
    route({
      ...OPEN,
      method: "post",
      path: "/v1/companies/{company}/slow",
      summary: "slow",
      ability: "write",
      replies: { 200: Echo },
      handle: async () => (await gate.wait, seen.calls.push({ route: "slow" }), ok({ done: true }))
    }),
    route({
      ...OPEN,
      method: "post",
      path: "/v1/fail",
      summary: "fails",
      ability: "public",
      body: z9.object({ code: text2(20).optional(), message: text2(200).optional() }),
      replies: { 200: Echo },
      handle: ({ body: body2 }) => {
        throw Object.assign(new Error(body2.message ?? "secret detail"), { code: body2.code });
      }
    }),
    route({
      ...OPEN,
      method: "get",
      path: "/v1/undeclared",
      summary: "sends more than it says",
      ability: "public",
      replies: { 200: z9.object({ a: z9.int() }) },
      handle: () => ok({ a: 1, b: { c: 2 } })
    })
  ];
}
var bearer = (token) => ({ Authorization: `Bearer ${token}` });
var SESSION = bearer("1|session");

// test/api/http/bench.tmp.ts
var body = JSON.stringify({
  journal_id: 1,
  entry_date: "2026-01-31",
  label: "Rent January",
  lines: [1, 2, 3, 4].map((i) => ({
    account_id: i + 600,
    ...i < 3 ? { debit: "100.50" } : { credit: "100.50" },
    label: "line " + i
  }))
});
if (process.argv[2] === "serve") {
  process.on("SIGINT", () => process.exit(0));
  process.on("message", () => {
    const c = process.cpuUsage();
    process.send(c.user + c.system);
  });
  if (process.argv[3] === "bare") {
    const app = express2();
    app.use(express2.json());
    let n = 0;
    app.post("/v1/companies/:company/entries", (req, res) => {
      res.status(201).json({ id: ++n, version: 1 });
    });
    const s = createServer2(app).listen(0, "127.0.0.1", () => process.send(s.address().port));
  } else {
    const seen = { calls: [] };
    seen.calls.push = () => 0;
    const logger = pino2(
      { level: "info" },
      pino2.destination({
        dest: "/dev/null",
        sync: process.argv[4] === "sync",
        minLength: process.argv[4] === "sync" ? 0 : 4096
      })
    );
    const app = buildApp({
      routes: toyRoutes(seen, { wait: Promise.resolve() }),
      services: {},
      access,
      idempotence: memoryIdempotence(),
      rateLimits: memoryRateLimits(),
      config: { baseUrl: "http://x", trustProxy: 0, checkReplies: false },
      logger,
      metrics: createMetrics()
    });
    const s = await listen(app, { host: "127.0.0.1", port: 0 });
    process.send(s.port);
  }
} else {
  const kinds = process.argv[2].split(",");
  const servers = await Promise.all(kinds.map(async (kind) => {
    const child = fork(process.argv[1], ["serve", ...kind.split(" ")], { execArgv: process.execArgv });
    const port = await new Promise((r) => child.once("message", (m) => r(m)));
    const cpu = () => new Promise((r) => {
      child.once("message", (m) => r(m));
      child.send("cpu");
    });
    const run = async (duration) => {
      const before = await cpu();
      const r = await autocannon({ url: `http://127.0.0.1:${port}/v1/companies/${COMPANY}/entries`, method: "POST", body, connections: 64, duration, headers: { "content-type": "application/json", authorization: "Bearer 1|session" } });
      if (r.non2xx) console.log(kind, "non2xx", r.non2xx);
      return [(await cpu() - before) / r.requests.total, r.requests.average];
    };
    return { kind, child, run, cpu: [], rps: [] };
  }));
  for (const s of servers) await s.run(2);
  for (let round = 0; round < 10; round++) for (const s of servers) {
    const [c, r] = await s.run(1);
    s.cpu.push(c);
    s.rps.push(r);
  }
  const median = (v) => [...v].sort((x, y) => x - y)[Math.floor(v.length / 2)];
  for (const s of servers) {
    s.child.kill("SIGKILL");
    console.log(s.kind, "cpu/request min", Math.min(...s.cpu).toFixed(1), "median", median(s.cpu).toFixed(1), "rps max", Math.max(...s.rps), "median", median(s.rps), "ratios", (Math.min(...servers[0].cpu) / Math.min(...s.cpu)).toFixed(2), (median(servers[0].cpu) / median(s.cpu)).toFixed(2), (Math.max(...s.rps) / Math.max(...servers[0].rps)).toFixed(2), (median(s.rps) / median(servers[0].rps)).toFixed(2));
  }
  process.exit(0);
}
