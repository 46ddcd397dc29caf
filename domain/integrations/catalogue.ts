import type { Labels } from '../language.ts';
import { RATES_FILE } from './rates.ts';

/** The catalogue of integrations: purpose, settings and possible schedules of each. */

export const SCHEDULES = ['manual', 'every_15_minutes', 'hourly', 'daily', 'weekly'] as const;
export type Schedule = (typeof SCHEDULES)[number];

/** `mapping` maps the fields of a sale to the source. `host` and `url` are checked again at each call. */
export type FieldKind = 'text' | 'host' | 'url' | 'integer' | 'boolean' | 'date' | 'choice' | 'mapping';

export interface CatalogueField {
  readonly name: string;
  readonly kind: FieldKind;
  /** Encrypted, stored outside the log and never displayed. */
  readonly is_secret: boolean;
  readonly is_required: boolean;
  readonly label: Labels;
  /** The value if omitted. */
  readonly default?: string | number | boolean;
  readonly choices?: readonly string[];
  /** Maximum text length or maximum number. */
  readonly max?: number;
}

export const INTEGRATION_KINDS = ['imap_documents', 'sftp_files', 's3_files', 'http_sales', 'ecb_rates'] as const;
export type IntegrationKind = (typeof INTEGRATION_KINDS)[number];

export interface CatalogueEntry {
  readonly key: IntegrationKind;
  readonly name: Labels;
  readonly description: Labels;
  /** All integrations only fetch. None changes its source. */
  readonly direction: 'in';
  readonly fields: readonly CatalogueField[];
  /** The first one is the default. */
  readonly schedules: readonly Schedule[];
}

type Details = Pick<CatalogueField, 'default' | 'choices' | 'max'>;

const defineField =
  (is_required: boolean, is_secret: boolean) =>
  (name: string, kind: FieldKind, label: Labels, details: Details = {}): CatalogueField => ({
    name,
    kind,
    is_secret,
    is_required,
    label,
    ...details,
  });
const required = defineField(true, false);
const optional = defineField(false, false);

const host = required('host', 'host', { fr: 'Serveur', nl: 'Server', en: 'Server', de: 'Server' }, { max: 253 });
const buildPortField = (standard: number): CatalogueField =>
  optional('port', 'integer', { fr: 'Port', nl: 'Poort', en: 'Port', de: 'Port' }, { default: standard, max: 65_535 });
const user = required(
  'user',
  'text',
  { fr: 'Nom d’utilisateur', nl: 'Gebruikersnaam', en: 'User name', de: 'Benutzername' },
  { max: 255 },
);
const PASSWORD: Labels = { fr: 'Mot de passe', nl: 'Wachtwoord', en: 'Password', de: 'Kennwort' };

const content = optional(
  'content',
  'choice',
  {
    fr: 'Ce que contient le répertoire',
    nl: 'Wat de map bevat',
    en: 'Folder content',
    de: 'Was der Ordner enthält',
  },
  { choices: ['documents', 'statements'], default: 'documents' },
);

export const CATALOGUE: readonly CatalogueEntry[] = [
  {
    key: 'imap_documents',
    direction: 'in',
    name: {
      fr: 'Documents d’une boîte aux lettres',
      nl: 'Documenten uit een mailbox',
      en: 'Documents from a mailbox',
      de: 'Belege aus einem Postfach',
    },
    description: {
      fr: 'Lit un dossier d’une boîte aux lettres par IMAP : les factures jointes aux messages arrivent dans l’importateur de documents. Rien n’est modifié dans la boîte.',
      nl: 'Leest een map van een mailbox via IMAP: facturen in bijlage komen in de documentimport terecht. In de mailbox wordt niets gewijzigd.',
      en: 'Reads a mailbox folder over IMAP: attached invoices go to the document importer. Nothing is changed in the mailbox.',
      de: 'Liest einen Ordner eines Postfachs über IMAP: Rechnungen im Anhang kommen in den Belegimport. Im Postfach wird nichts geändert.',
    },
    fields: [
      host,
      buildPortField(993),
      optional(
        'security',
        'choice',
        { fr: 'Chiffrement', nl: 'Versleuteling', en: 'Encryption', de: 'Verschlüsselung' },
        { choices: ['tls', 'starttls'], default: 'tls' },
      ),
      user,
      defineField(true, true)('password', 'text', PASSWORD, { max: 1024 }),
      optional(
        'folder',
        'text',
        {
          fr: 'Dossier de la boîte',
          nl: 'Map van de mailbox',
          en: 'Mailbox folder',
          de: 'Ordner des Postfachs',
        },
        { default: 'INBOX', max: 255 },
      ),
      optional('since', 'date', {
        fr: 'Messages reçus à partir du',
        nl: 'Berichten ontvangen vanaf',
        en: 'Messages received since',
        de: 'Nachrichten empfangen ab',
      }),
    ],
    schedules: ['hourly', 'every_15_minutes', 'daily', 'manual'],
  },
  {
    key: 'sftp_files',
    direction: 'in',
    name: {
      fr: 'Fichiers d’un répertoire SFTP',
      nl: 'Bestanden uit een SFTP-map',
      en: 'Files from an SFTP folder',
      de: 'Dateien aus einem SFTP-Ordner',
    },
    description: {
      fr: 'Prend les extraits de compte ou les documents d’un répertoire d’un serveur SFTP. Les fichiers y restent tels quels.',
      nl: 'Haalt rekeninguittreksels of documenten op uit een map van een SFTP-server. De bestanden blijven daar onveranderd staan.',
      en: 'Fetches bank statements or documents from a folder on an SFTP server. The files there are not changed.',
      de: 'Holt Kontoauszüge oder Belege aus einem Ordner eines SFTP-Servers. Die Dateien bleiben dort unverändert.',
    },
    fields: [
      host,
      buildPortField(22),
      user,
      defineField(false, true)('password', 'text', PASSWORD, { max: 1024 }),
      defineField(false, true)(
        'identity',
        'text',
        { fr: 'Clé privée', nl: 'Privésleutel', en: 'Private key', de: 'Privater Schlüssel' },
        { max: 16_384 },
      ),
      optional(
        'fingerprint',
        'text',
        {
          fr: 'Empreinte de la clé du serveur (SHA256:…)',
          nl: 'Vingerafdruk van de sleutel van de server (SHA256:…)',
          en: 'Fingerprint of the server’s key (SHA256:…)',
          de: 'Fingerabdruck des Serverschlüssels (SHA256:…)',
        },
        { max: 60 },
      ),
      optional(
        'folder',
        'text',
        { fr: 'Répertoire', nl: 'Map', en: 'Folder', de: 'Ordner' },
        { default: '.', max: 1024 },
      ),
      content,
    ],
    schedules: ['hourly', 'every_15_minutes', 'daily', 'manual'],
  },
  {
    key: 's3_files',
    direction: 'in',
    name: {
      fr: 'Fichiers d’un répertoire S3',
      nl: 'Bestanden uit een S3-map',
      en: 'Files from an S3 folder',
      de: 'Dateien aus einem S3-Ordner',
    },
    description: {
      fr: 'Prend les extraits de compte ou les documents d’un compartiment qui parle S3. Les objets y restent tels quels.',
      nl: 'Haalt rekeninguittreksels of documenten op uit een bucket die S3 spreekt. De objecten blijven daar onveranderd staan.',
      en: 'Fetches bank statements or documents from an S3-compatible bucket. The objects there are not changed.',
      de: 'Holt Kontoauszüge oder Belege aus einem Bucket, der S3 spricht. Die Objekte bleiben dort unverändert.',
    },
    fields: [
      optional(
        'endpoint',
        'url',
        {
          fr: 'Adresse (vide : Amazon)',
          nl: 'Adres (leeg: Amazon)',
          en: 'Address (empty: Amazon)',
          de: 'Adresse (leer: Amazon)',
        },
        { max: 500 },
      ),
      required('region', 'text', { fr: 'Région', nl: 'Regio', en: 'Region', de: 'Region' }, { max: 64 }),
      required('bucket', 'text', { fr: 'Compartiment', nl: 'Bucket', en: 'Bucket', de: 'Bucket' }, { max: 255 }),
      optional(
        'folder',
        'text',
        { fr: 'Début des noms', nl: 'Begin van de namen', en: 'Name prefix', de: 'Anfang der Namen' },
        { default: '', max: 1024 },
      ),
      required(
        'user',
        'text',
        {
          fr: 'Identifiant de la clé d’accès',
          nl: 'ID van de toegangssleutel',
          en: 'Access key ID',
          de: 'ID des Zugriffsschlüssels',
        },
        { max: 255 },
      ),
      defineField(true, true)(
        'password',
        'text',
        {
          fr: 'Clé d’accès secrète',
          nl: 'Geheime toegangssleutel',
          en: 'Secret access key',
          de: 'Geheimer Zugriffsschlüssel',
        },
        { max: 1024 },
      ),
      optional(
        'path_style',
        'boolean',
        {
          fr: 'Compartiment dans le chemin',
          nl: 'Bucket in het pad',
          en: 'Bucket in the path',
          de: 'Bucket im Pfad',
        },
        { default: false },
      ),
      content,
    ],
    schedules: ['hourly', 'every_15_minutes', 'daily', 'manual'],
  },
  {
    key: 'http_sales',
    direction: 'in',
    name: {
      fr: 'Ventes d’une source CSV ou JSON',
      nl: 'Verkopen uit een CSV- of JSON-bron',
      en: 'Sales from a CSV or JSON source',
      de: 'Verkäufe aus einer CSV- oder JSON-Quelle',
    },
    description: {
      fr: 'Appelle une adresse HTTPS qui répond en CSV ou en JSON et en fait des factures de vente, selon une correspondance des champs.',
      nl: 'Roept een HTTPS-adres op dat in CSV of JSON antwoordt en maakt er verkoopfacturen van, volgens een toewijzing van de velden.',
      en: 'Calls an HTTPS address that returns CSV or JSON and creates sales invoices from it, using a field mapping.',
      de: 'Ruft eine HTTPS-Adresse auf, die in CSV oder JSON antwortet, und macht daraus Ausgangsrechnungen, nach einer Zuordnung der Felder.',
    },
    fields: [
      required('url', 'url', { fr: 'Adresse', nl: 'Adres', en: 'Address', de: 'Adresse' }, { max: 500 }),
      optional(
        'format',
        'choice',
        { fr: 'Format', nl: 'Formaat', en: 'Format', de: 'Format' },
        { choices: ['csv', 'json'], default: 'csv' },
      ),
      defineField(false, true)(
        'authorization',
        'text',
        {
          fr: 'En-tête Authorization',
          nl: 'Authorization-header',
          en: 'Authorization header',
          de: 'Authorization-Header',
        },
        { max: 4096 },
      ),
      optional(
        'rows_path',
        'text',
        {
          fr: 'Chemin des lignes dans le JSON',
          nl: 'Pad naar de rijen in de JSON',
          en: 'Path to the rows in the JSON',
          de: 'Pfad der Zeilen im JSON',
        },
        { default: '', max: 200 },
      ),
      optional(
        'lines_path',
        'text',
        {
          fr: 'Chemin du détail dans une ligne',
          nl: 'Pad naar de detaillijnen in een rij',
          en: 'Path to the detail lines in a row',
          de: 'Pfad der Positionen in einer Zeile',
        },
        { default: '', max: 200 },
      ),
      required('mapping', 'mapping', {
        fr: 'Correspondance des champs',
        nl: 'Toewijzing van de velden',
        en: 'Field mapping',
        de: 'Zuordnung der Felder',
      }),
      optional(
        'creates_customers',
        'boolean',
        {
          fr: 'Créer les clients inconnus',
          nl: 'Onbekende klanten aanmaken',
          en: 'Create unknown customers',
          de: 'Unbekannte Kunden anlegen',
        },
        { default: false },
      ),
      optional(
        'books',
        'boolean',
        {
          fr: 'Comptabiliser aussitôt',
          nl: 'Meteen boeken',
          en: 'Book immediately',
          de: 'Sofort buchen',
        },
        { default: false },
      ),
    ],
    schedules: ['daily', 'hourly', 'every_15_minutes', 'weekly', 'manual'],
  },
  {
    key: 'ecb_rates',
    direction: 'in',
    name: {
      fr: 'Cours de change de la BCE',
      nl: 'Wisselkoersen van de ECB',
      en: 'ECB exchange rates',
      de: 'Wechselkurse der EZB',
    },
    description: {
      fr: 'Prend les cours de référence de la Banque centrale européenne : un document en devise sans cours reçoit celui de sa date.',
      nl: 'Haalt de referentiekoersen van de Europese Centrale Bank op: een document in vreemde munt zonder koers krijgt die van zijn datum.',
      en: 'Fetches the reference rates of the European Central Bank: a foreign-currency document without a rate gets the rate of its date.',
      de: 'Holt die Referenzkurse der Europäischen Zentralbank: Ein Beleg in Fremdwährung ohne Kurs erhält den seines Datums.',
    },
    fields: [
      optional(
        'url',
        'url',
        { fr: 'Adresse du fichier', nl: 'Adres van het bestand', en: 'File address', de: 'Adresse der Datei' },
        { default: RATES_FILE, max: 500 },
      ),
    ],
    schedules: ['daily', 'weekly', 'manual'],
  },
];

const byKey = new Map<string, CatalogueEntry>(CATALOGUE.map((entry) => [entry.key, entry]));

export const findCatalogueEntry = (key: string): CatalogueEntry | undefined => byKey.get(key);
