import type { Messages } from '../messages.ts';

/** Everything that is edited field by field: accounts, journals, VAT codes, third parties, … */
export const records = {
  journal_takes_no_documents: {
    fr: 'Ce journal ne reçoit ni factures ni notes de crédit.',
    nl: 'Dit dagboek neemt geen facturen of creditnota’s op.',
    en: 'This journal takes neither invoices nor credit notes.',
    de: 'Dieses Journal nimmt weder Rechnungen noch Gutschriften auf.',
  },
  direction_not_of_journal: {
    fr: 'Ce sens n’est pas celui du journal.',
    nl: 'Deze richting is niet die van het dagboek.',
    en: 'This direction is not that of the journal.',
    de: 'Diese Richtung ist nicht die des Journals.',
  },
  document_type_not_of_journal: {
    fr: 'Ce journal ne reçoit pas ce type de document.',
    nl: 'Dit dagboek neemt dit type document niet op.',
    en: 'This journal does not take this type of document.',
    de: 'Dieses Journal nimmt diese Belegart nicht auf.',
  },
  amount_range_empty: {
    fr: 'Le montant maximal doit être au moins égal au montant minimal.',
    nl: 'Het maximumbedrag moet minstens gelijk zijn aan het minimumbedrag.',
    en: 'The largest amount must not be below the smallest.',
    de: 'Der Höchstbetrag darf nicht unter dem Mindestbetrag liegen.',
  },
  third_party_not_of_direction: {
    fr: 'Ce tiers ne convient pas au sens du journal : un client pour les ventes, un fournisseur pour les achats.',
    nl: 'Deze relatie past niet bij de richting van het dagboek: een klant voor verkopen, een leverancier voor aankopen.',
    en: 'This third party does not fit the direction of the journal: a customer for sales, a supplier for purchases.',
    de: 'Dieser Dritte passt nicht zur Richtung des Journals: ein Kunde für Verkäufe, ein Lieferant für Einkäufe.',
  },
  vat_code_not_of_direction: {
    fr: 'Ce code TVA ne convient pas au sens : un code de vente pour les ventes, un code d’achat pour les achats.',
    nl: 'Deze btw-code past niet bij de richting: een verkoopcode voor verkopen, een aankoopcode voor aankopen.',
    en: 'This VAT code does not fit the direction: a sales code for sales, a purchase code for purchases.',
    de: 'Dieser MwSt.-Code passt nicht zur Richtung: ein Verkaufscode für Verkäufe, ein Einkaufscode für Einkäufe.',
  },
  conflict: {
    fr: 'Cet enregistrement a été modifié entre-temps. Rien n’a été changé.',
    nl: 'Dit gegeven is intussen gewijzigd. Er is niets aangepast.',
    en: 'This record has been changed in the meantime. Nothing was modified.',
    de: 'Dieser Datensatz wurde inzwischen geändert. Es wurde nichts angepasst.',
  },
  record_taken: {
    fr: 'Cette valeur est déjà utilisée dans ce dossier.',
    nl: 'Deze waarde wordt in dit dossier al gebruikt.',
    en: 'This value is already in use in this company file.',
    de: 'Dieser Wert wird in dieser Akte bereits verwendet.',
  },
  code_taken: {
    fr: 'Ce code est déjà utilisé.',
    nl: 'Deze code wordt al gebruikt.',
    en: 'This code is already in use.',
    de: 'Dieser Code wird bereits verwendet.',
  },
  in_use: {
    fr: 'Cet enregistrement est utilisé ailleurs et ne peut être supprimé.',
    nl: 'Dit gegeven wordt elders gebruikt en kan niet worden verwijderd.',
    en: 'This record is used elsewhere and cannot be deleted.',
    de: 'Dieser Datensatz wird anderweitig verwendet und kann nicht gelöscht werden.',
  },
  not_editable: {
    fr: 'Le champ {field} ne peut plus être modifié.',
    nl: 'Het veld {field} kan niet meer worden gewijzigd.',
    en: 'The {field} field can no longer be changed.',
    de: 'Das Feld {field} kann nicht mehr geändert werden.',
  },
  reference_unknown: {
    fr: 'Le champ {field} renvoie à un élément qui n’existe pas dans ce dossier.',
    nl: 'Het veld {field} verwijst naar een gegeven dat in dit dossier niet bestaat.',
    en: 'The {field} field refers to something that does not exist in this company file.',
    de: 'Das Feld {field} verweist auf etwas, das es in dieser Akte nicht gibt.',
  },
  already_in_state: {
    fr: 'C’est déjà le cas : rien n’est à changer.',
    nl: 'Dat is al zo: er valt niets te wijzigen.',
    en: 'This is already so: there is nothing to change.',
    de: 'Das ist bereits der Fall: Es gibt nichts zu ändern.',
  },
  append_too_large: {
    fr: 'Cette opération est trop volumineuse pour être enregistrée en une fois. Scindez-la.',
    nl: 'Deze bewerking is te groot om in één keer te bewaren. Splits ze op.',
    en: 'This operation is too large to be recorded at once. Split it.',
    de: 'Dieser Vorgang ist zu groß, um auf einmal gespeichert zu werden. Teilen Sie ihn auf.',
  },
  projection_halted: {
    fr: 'La mise à jour des données de ce dossier est suspendue. L’opération est enregistrée et apparaîtra plus tard.',
    nl: 'De gegevens van dit dossier worden tijdelijk niet bijgewerkt. De bewerking is geregistreerd en verschijnt later.',
    en: 'The data of this company file are not being updated at the moment. The operation is recorded and will appear later.',
    de: 'Die Daten dieser Akte werden zurzeit nicht aktualisiert. Der Vorgang ist gespeichert und erscheint später.',
  },
  country_invalid: {
    fr: 'Le code pays doit compter deux lettres (ISO 3166-1), par exemple BE.',
    nl: 'De landcode moet uit twee letters bestaan (ISO 3166-1), bijvoorbeeld BE.',
    en: 'The country code must have two letters (ISO 3166-1), for example BE.',
    de: 'Der Ländercode muss aus zwei Buchstaben bestehen (ISO 3166-1), zum Beispiel BE.',
  },
  digits_only: {
    fr: 'Seuls des chiffres sont admis ici.',
    nl: 'Hier zijn alleen cijfers toegelaten.',
    en: 'Only digits are allowed here.',
    de: 'Hier sind nur Ziffern zulässig.',
  },
  code_invalid: {
    fr: 'Un code se compose de lettres, de chiffres, de points, de tirets, de soulignés et de barres obliques, sans espace.',
    nl: 'Een code bestaat uit letters, cijfers, punten, streepjes, liggende streepjes en schuine strepen, zonder spaties.',
    en: 'A code is made of letters, digits, dots, dashes, underscores and slashes, without spaces.',
    de: 'Ein Code besteht aus Buchstaben, Ziffern, Punkten, Binde-, Unter- und Schrägstrichen, ohne Leerzeichen.',
  },
} as const satisfies Messages;
