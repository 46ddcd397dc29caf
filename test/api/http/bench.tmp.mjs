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
    return source.replace(/\{(\w+)[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, (_, name) => String(params[name] ?? name));
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
    const rename = (name) => `${name}${suffix}`;
    for (const [name, definition] of Object.entries($defs ?? {})) {
      components[rename(name)] = withoutId(refersToComponents(definition, rename));
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
var componentRef = (name) => `#/components/schemas/${name}`;
function withoutId({ id: _id, ...json }) {
  return json;
}
function refersToComponents(value, rename) {
  if (Array.isArray(value)) return value.map((item) => refersToComponents(item, rename));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === "$ref" && typeof member === "string" ? member.replace(/^#\/\$defs\/(.+)$/, (_, name) => componentRef(rename(name))) : refersToComponents(member, rename)
    ])
  );
}

// api/documentation/shared.ts
var text = (maxLength) => ({ type: "string", ...maxLength !== void 0 && { maxLength } });
var header = (name, schema, description) => ({
  name,
  in: "header",
  required: false,
  schema,
  description
});
var publicToken = (name, what) => ({
  name,
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
    tags: [...new Set(routes.map((route2) => route2.area))].map((name) => ({ name })),
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
  const name = words.map((word) => word.startsWith("{") ? `By${capitalised(word.slice(1, -1))}` : capitalised(word));
  return method + (name.join("") || "Root");
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
    ...propertiesOf(route2.query && schemas.input(route2.query)).map(([name, schema, required]) => ({
      name,
      in: "query",
      required,
      schema
    })),
    reference("AcceptLanguage"),
    ...isWrite ? WRITE_PARAMETERS.map(reference) : []
  ];
}
var reference = (name) => ({ $ref: `#/components/parameters/${name}` });
function pathParameters(route2, schemas) {
  const declared = new Map(
    propertiesOf(route2.params && schemas.input(route2.params)).map(([name, schema]) => [name, schema])
  );
  return [...route2.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => {
    if (!declared.has(name) && name in PARAMETERS) return reference(name);
    return { name, in: "path", required: true, schema: declared.get(name) ?? { type: "string" } };
  });
}
function propertiesOf(schema) {
  const required = schema?.["required"] ?? [];
  return Object.entries(schema?.["properties"] ?? {}).map(([name, property]) => [
    name,
    property,
    required.includes(name)
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
  const header2 = (name) => ({ $ref: `#/components/headers/${name}` });
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
async function asset(name) {
  const type = Object.hasOwn(ASSETS, name) ? ASSETS[name] : void 0;
  if (type === void 0) return refusal("not_found");
  let reply = assets.get(name);
  if (reply === void 0) {
    reply = readFile(join(packageFolder(), name)).then((content) => file(content, type));
    reply.catch(() => assets.delete(name));
    assets.set(name, reply);
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
  const sharedNames = new Set(shared.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()));
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
  for (const name in headers) {
    if (sharedNames.has(name.toLowerCase())) result = withoutHeader(result, name.toLowerCase());
    result.push(name, headers[name]);
  }
  return result;
}
function withoutHeader(lines, name) {
  const kept = [];
  for (let index = 0; index < lines.length; index += 2) {
    if (lines[index].toLowerCase() !== name) kept.push(lines[index], lines[index + 1]);
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
  const bytes = await readBytes(request, maxBytes);
  return Buffer.isBuffer(bytes) ? parseJson(bytes) : { refused: bytes };
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
  for (const name in parsed) {
    const value = parsed[name];
    if (name.endsWith("[]")) {
      const list2 = (Array.isArray(value) ? value : [value ?? ""]).map((item) => item.trim()).filter((item) => item !== "");
      if (list2.length > 0) query[name.slice(0, -2)] = list2;
      continue;
    }
    const text3 = (Array.isArray(value) ? value.at(-1) : value)?.trim();
    if (text3) query[name] = text3;
  }
  return query;
}
function queryParameter(search, name) {
  if (search === "" || !search.includes(name)) return void 0;
  const value = parseQuery(search)[name];
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
  if (instant.length === 10) return `${instant}T00:00:00.000000Z`;
  if (instant.length === 27 && instant.charCodeAt(26) === 90 && instant.charCodeAt(19) === 46) return instant;
  const parts = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,6})\d*)?(?:Z|\+00(?::?00)?)$/.exec(instant);
  if (parts) return `${parts[1]}T${parts[2]}.${(parts[3] ?? "").padEnd(6, "0")}Z`;
  return formatTimestamp(new Date(instant));
}
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
function integer({ min = -Number.MAX_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = {}) {
  const notAnInteger = new Wrong("not_an_integer");
  const tooSmall2 = new Wrong("number_too_small", { min });
  const tooLarge2 = new Wrong("number_too_large", { max });
  return field({ type: "integer", minimum: min, maximum: max }, (value) => {
    const number = typeof value === "string" && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
    if (typeof number !== "number" || !Number.isInteger(number)) return notAnInteger;
    if (number < min) return tooSmall2;
    return number > max ? tooLarge2 : number;
  });
}
var MAX_ID = Number.MAX_SAFE_INTEGER;
var id = () => integer({ min: 1, max: MAX_ID });
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
var MAX_AMOUNT_LENGTH = 40;
var MAX_AMOUNT_DIGITS = MAX_AMOUNT.indexOf(".");
function amount({ signed = false } = {}) {
  const notAnAmount = new Wrong("not_an_amount");
  const tooManyDecimals = new Wrong("amount_too_many_decimals");
  const tooLarge2 = new Wrong("amount_too_large", { max: MAX_AMOUNT });
  const negative = new Wrong("amount_negative");
  const pattern = `^${signed ? "-?" : ""}(0|[1-9][0-9]{0,11})(\\.[0-9]{1,2})?$`;
  return field({ type: "string", pattern, examples: ["1234.56"] }, (value) => {
    const written = typeof value === "number" ? String(value) : value;
    if (typeof written !== "string" || written.length > MAX_AMOUNT_LENGTH) return notAnAmount;
    const parts = DECIMAL.exec(written);
    if (parts === null) return notAnAmount;
    const [, sign = "", whole = "", decimals = ""] = parts;
    if (decimals.length > 2) return tooManyDecimals;
    if (sign !== "" && /^0*$/.test(whole + decimals)) return notAnAmount;
    if (sign !== "" && !signed) return negative;
    if (whole.length > MAX_AMOUNT_DIGITS) return tooLarge2;
    return `${sign}${whole}.${decimals.padEnd(2, "0")}`;
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
  return async (call, company, firm) => {
    const caller = await callerOf(call.request, access2);
    if ("refused" in caller) return caller;
    call.knownCaller = caller;
    return mayCall(caller) ?? await resolve(call, caller, access2, company, firm) ?? (hasRole(route2, call) ? void 0 : ROLE_TOO_LOW) ?? (route2.demo === "blocked" && isDemo(call) ? DEMO_MODE : void 0);
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
function isRepeated(rawHeaders, name) {
  let seen = false;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header2 = rawHeaders[index];
    if (header2.length !== name.length || header2.toLowerCase() !== name) continue;
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
async function resolve(call, caller, access2, company, firm) {
  if (company !== void 0) {
    call.knownCompany = isPublicToken(company) ? await access2.company(caller, company) : null;
    if (call.knownCompany === null) return NOT_FOUND;
  }
  if (firm !== void 0) {
    call.knownFirm = isPublicToken(firm) ? await access2.firm(caller, firm) : null;
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
  constructor(route2, status, difference) {
    super(`${route2.method.toUpperCase()} ${route2.path} answers ${status} otherwise than declared: ${difference}`);
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
  const difference = firstDifference(sent, parsed.data, "body");
  if (difference !== null) throw new UndeclaredReply(route2, reply.status, `${difference} is not declared`);
}
function firstDifference(sent, declared, path) {
  if (isDeepStrictEqual(sent, declared)) return null;
  if (typeof sent !== "object" || sent === null || typeof declared !== "object" || declared === null) return path;
  for (const [key, value] of Object.entries(sent)) {
    if (!Object.hasOwn(declared, key)) return `${path}.${key}`;
    const difference = firstDifference(value, declared[key], `${path}.${key}`);
    if (difference !== null) return difference;
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
function plainHeader(headers, name, max, problems) {
  const value = textOf(headers[name.toLowerCase()]);
  if (value === "") return null;
  if (value.length > max) return wrong(problems, name, "header_too_long", { max });
  if (!PRINTABLE_ASCII.test(value)) return wrong(problems, name, "header_invalid");
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
function versionOf(shape, text3, name, problems) {
  const digits = shape.exec(text3)?.[1];
  return digits === void 0 ? wrong(problems, name, "header_not_a_version") : Number(digits);
}
function deviceName(headers, problems) {
  const encoded = textOf(headers["x-device-name"]);
  let name;
  try {
    name = decodeURIComponent(encoded).trim();
  } catch {
    return wrong(problems, "X-Device-Name", "header_not_percent_encoded");
  }
  if (!PRINTABLE_ASCII.test(encoded)) return wrong(problems, "X-Device-Name", "header_not_percent_encoded");
  if (/\p{Cc}/u.test(name)) return wrong(problems, "X-Device-Name", "header_invalid");
  if ([...name].length > MAX_DEVICE_NAME)
    return wrong(problems, "X-Device-Name", "header_too_long", { max: MAX_DEVICE_NAME });
  return name === "" ? null : name;
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
      const firm = resolves ? valueOf("firm", names, values) : void 0;
      const refused = await checkAccess(call, company, firm);
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
function valueOf(name, names, values) {
  const index = names.indexOf(name);
  return index < 0 ? void 0 : values[index];
}
function namedValues(names, values) {
  const named = {};
  names.forEach((name, index) => void (named[name] = values[index]));
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
        const name = /^\{(\w+)\}$/.exec(segment)?.[1];
        if (name !== void 0) {
          names.push(name);
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
    setHeader: (name, value) => void (headers[name] = value),
    removeHeader: (name) => void delete headers[name]
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
function paginate({ rows, total, page, perPage, pathUrl, language }) {
  const lastPage = Math.max(Math.ceil(total / perPage), 1);
  const url = (target) => `${pathUrl}?page=${target}`;
  const previous = page > 1 ? url(page - 1) : null;
  const next = page < lastPage ? url(page + 1) : null;
  const first = (page - 1) * perPage + 1;
  return {
    data: rows,
    current_page: page,
    last_page: lastPage,
    per_page: perPage,
    total,
    from: rows.length > 0 ? first : null,
    to: rows.length > 0 ? first + rows.length - 1 : null,
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
function callerOf2(userId, changes = {}) {
  return {
    userId,
    name: "Ada",
    email: "ada@example.com",
    locale: null,
    isPlatformAdmin: false,
    isDemo: false,
    token: { id: userId, kind: "session", abilities: /* @__PURE__ */ new Set() },
    ...changes
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
      handle: ({ firm, language }) => ok({ name: firm.name, language })
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
var body = JSON.stringify({ journal_id: 1, entry_date: "2026-01-31", label: "Rent January", lines: [1, 2, 3, 4].map((i) => ({ account_id: i + 600, ...i < 3 ? { debit: "100.50" } : { credit: "100.50" }, label: "line " + i })) });
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
    const logger = pino2({ level: "info" }, pino2.destination({ dest: "/dev/null", sync: process.argv[4] === "sync", minLength: process.argv[4] === "sync" ? 0 : 4096 }));
    const app = buildApp({ routes: toyRoutes(seen, { wait: Promise.resolve() }), services: {}, access, idempotence: memoryIdempotence(), rateLimits: memoryRateLimits(), config: { baseUrl: "http://x", trustProxy: 0, checkReplies: false }, logger, metrics: createMetrics() });
    const s = await listen(app, { host: "127.0.0.1", port: 0 });
    process.send(s.port);
  }
} else {
  const results = {};
  const kinds = process.argv[2]?.split(",") ?? ["bare", "ours", "ours sync"];
  for (let round = 0; round < 3; round++) for (const kind of kinds) {
    const child = fork(process.argv[1], ["serve", ...kind.split(" ")], { execArgv: process.execArgv });
    const port = await new Promise((r2) => child.once("message", (m) => r2(m)));
    const key = kind.includes("key");
    const run = (duration) => autocannon({ url: `http://127.0.0.1:${port}/v1/companies/${COMPANY}/entries`, method: "POST", body, connections: 64, duration, headers: { "content-type": "application/json", authorization: "Bearer 1|session" } });
    await run(1);
    const cpu = () => new Promise((r2) => {
      child.once("message", (m) => r2(m));
      child.send("cpu");
    });
    const before = await cpu();
    const r = await run(3);
    const used = await cpu() - before;
    if (r.non2xx) console.log(kind, "non2xx", r.non2xx);
    (results[kind] ??= []).push(used / r.requests.total);
    child.kill("SIGKILL");
  }
  for (const [k, v] of Object.entries(results)) console.log(k, "\xB5s cpu/request", v.map((x) => x.toFixed(1)).join(" "), "ratio", (Math.min(...results["bare"]) / Math.min(...v)).toFixed(2));
}
