import type { Messages } from '../i18n/messages.ts';

/** What went wrong in runs of integrations. */
export const messages = {
  integration_secret_lost: {
    fr: 'Le secret ne peut plus être lu : saisissez-le à nouveau.',
    nl: 'Het geheim kan niet meer worden gelezen: voer het opnieuw in.',
    en: 'The secret can no longer be read: enter it again.',
    de: 'Das Geheimnis kann nicht mehr gelesen werden: Geben Sie es neu ein.',
  },
  integration_interrupted: {
    fr: 'L’exécution a été interrompue ; la suivante la reprend.',
    nl: 'De uitvoering werd onderbroken; de volgende gaat verder.',
    en: 'The run was interrupted; the next one goes on with it.',
    de: 'Der Lauf wurde unterbrochen; der nächste setzt ihn fort.',
  },
  integration_broken_off: {
    fr: 'L’exécution s’est arrêtée sur un problème inattendu du service.',
    nl: 'De uitvoering stopte door een onverwacht probleem van de dienst.',
    en: 'The run stopped at an unexpected problem of the service.',
    de: 'Der Lauf endete an einem unerwarteten Problem des Dienstes.',
  },
  integration_unreachable: {
    fr: 'La source est injoignable, ou la liaison s’est rompue.',
    nl: 'De bron is onbereikbaar, of de verbinding werd verbroken.',
    en: 'The source cannot be reached, or the connection broke.',
    de: 'Die Quelle ist nicht erreichbar, oder die Verbindung brach ab.',
  },
  integration_forbidden: {
    fr: 'L’adresse mène à un réseau privé et n’est pas appelée.',
    nl: 'Het adres leidt naar een privénetwerk en wordt niet aangeroepen.',
    en: 'The address leads into a private network and is not called.',
    de: 'Die Adresse führt in ein privates Netz und wird nicht aufgerufen.',
  },
  integration_timeout: {
    fr: 'La source ne répond pas à temps.',
    nl: 'De bron antwoordt niet op tijd.',
    en: 'The source does not answer in time.',
    de: 'Die Quelle antwortet nicht rechtzeitig.',
  },
  integration_certificate: {
    fr: 'Le certificat ou la clé du serveur n’est pas celui attendu.',
    nl: 'Het certificaat of de sleutel van de server is niet die welke wordt verwacht.',
    en: 'The certificate or key of the server is not the expected one.',
    de: 'Das Zertifikat oder der Schlüssel des Servers ist nicht der erwartete.',
  },
  integration_refused: {
    fr: 'La source refuse le nom d’utilisateur ou le secret.',
    nl: 'De bron weigert de gebruikersnaam of het geheim.',
    en: 'The source refuses the user name or the secret.',
    de: 'Die Quelle lehnt den Benutzernamen oder das Geheimnis ab.',
  },
  integration_missing: {
    fr: 'Le répertoire ou l’adresse n’existe pas à la source.',
    nl: 'De map of het adres bestaat niet bij de bron.',
    en: 'The folder or address does not exist at the source.',
    de: 'Den Ordner oder die Adresse gibt es an der Quelle nicht.',
  },
  integration_redirected: {
    fr: 'La source renvoie à une autre adresse, qui n’est pas suivie : indiquez la bonne.',
    nl: 'De bron verwijst door naar een ander adres, dat niet wordt gevolgd: vul het juiste in.',
    en: 'The source redirects to another address, which is not followed: enter the right one.',
    de: 'Die Quelle verweist auf eine andere Adresse, der nicht gefolgt wird: Geben Sie die richtige an.',
  },
  integration_status: {
    fr: 'La source répond par une erreur.',
    nl: 'De bron antwoordt met een fout.',
    en: 'The source answers with an error.',
    de: 'Die Quelle antwortet mit einem Fehler.',
  },
  integration_too_large: {
    fr: 'La réponse de la source est trop grande.',
    nl: 'Het antwoord van de bron is te groot.',
    en: 'The answer of the source is too large.',
    de: 'Die Antwort der Quelle ist zu groß.',
  },
  integration_unreadable: {
    fr: 'La réponse de la source n’est pas lisible dans ce format.',
    nl: 'Het antwoord van de bron is niet leesbaar in dit formaat.',
    en: 'The answer of the source cannot be read in this format.',
    de: 'Die Antwort der Quelle ist in diesem Format nicht lesbar.',
  },
  integration_item_too_large: {
    fr: 'Trop grand : laissé de côté.',
    nl: 'Te groot: overgeslagen.',
    en: 'Too large: passed over.',
    de: 'Zu groß: übergangen.',
  },
  integration_item_unreadable: {
    fr: 'Illisible ou incomplet : laissé de côté.',
    nl: 'Onleesbaar of onvolledig: overgeslagen.',
    en: 'Unreadable or incomplete: passed over.',
    de: 'Unlesbar oder unvollständig: übergangen.',
  },
  integration_item_missing: {
    fr: 'N’est plus à la source.',
    nl: 'Is niet meer bij de bron.',
    en: 'Is no longer at the source.',
    de: 'Ist nicht mehr an der Quelle.',
  },
  integration_value_unreadable: {
    fr: 'La valeur « {value} » ne peut pas être lue pour {field}.',
    nl: 'De waarde “{value}” kan niet worden gelezen voor {field}.',
    en: 'The value “{value}” cannot be read for {field}.',
    de: 'Der Wert „{value}“ kann für {field} nicht gelesen werden.',
  },
  integration_number_missing: {
    fr: 'La ligne n’a pas de numéro de facture.',
    nl: 'De rij heeft geen factuurnummer.',
    en: 'The row has no invoice number.',
    de: 'Die Zeile hat keine Rechnungsnummer.',
  },
  integration_date_missing: {
    fr: 'La vente n’a pas de date.',
    nl: 'De verkoop heeft geen datum.',
    en: 'The sale has no date.',
    de: 'Der Verkauf hat kein Datum.',
  },
  integration_customer_unknown: {
    fr: 'Le client {customer} est inconnu dans le dossier.',
    nl: 'De klant {customer} is onbekend in het dossier.',
    en: 'The customer {customer} is unknown in the company file.',
    de: 'Der Kunde {customer} ist in der Akte unbekannt.',
  },
} as const satisfies Messages;
