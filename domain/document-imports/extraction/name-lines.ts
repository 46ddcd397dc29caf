import { toSearchable } from '../../text.ts';
import type { OwnIdentity } from '../sheet.ts';
import type { Block } from './blocks.ts';
import { extractDates } from './dates.ts';
import { CREDIT_NOTE, CUSTOMER_LABELS, INVOICE, isPartyLabel, SUPPLIER_LABELS } from './labels.ts';
import { listCellsLeft, type Cell, type Layout } from './layout.ts';
import { hasName, LEGAL_FORM, stripLegalForm } from './names.ts';
import { findPlace } from './places.ts';

/** Lines of a block that may be the name of an enterprise. Labels, streets, banks, people and titles are not. */
export interface NameLine {
  readonly name: string;
  readonly cell: Cell;
  readonly block: Block;
  /** Beside or under a label of the counterparty. */
  readonly isLabelled: boolean;
  /** Followed by an address. */
  readonly hasAddress: boolean;
  readonly isFirst: boolean;
  /** Contains a word of a label or a number, as few names do. */
  readonly isDoubtful: boolean;
}

/** Words that are a label if nothing else is in the cell, in four languages. */
const LABEL_ONLY =
  /^(?:e-?mails?|mail|courriel|tel(?:ephone|efoon|efon)?|phone|mobile|gsm|fax|web(?:site)?|internet|site|adresse?|address|anschrift|siege social|maatschappelijke zetel|registered office|devise|monnaie|munt|valuta|wahrung|waehrung|currency|iban|bic|swift|banque|bank|bankverbindung|compte|rekening|konto|account|tva|btw|vat|ust|mwst|ust-?id(?:-?nr)?|siren|siret|rcs|rpr|hrb|kvk|date|datum|page|pagina|seite|total|totaal|summe|name|nom|naam|firma|contact|contactpersoon|ansprechpartner|kontakt|reference|referenz|referentie|ref|numero|nummer|number|description|designation|omschrijving|bezeichnung|quantite|aantal|menge|qty|montant|bedrag|betrag|amount|original|duplicata|duplicate|duplikat|copie|kopie|copy|conditions|voorwaarden|terms|paiement|betaling|payment|zahlung|communication|mededeling|verwendungszweck|eur|euro|euros|usd|gbp|chf|belgique|belgie|belgium|belgien|france|frankrijk|frankreich|luxembourg|luxemburg|deutschland|germany|allemagne|duitsland|nederland|netherlands|pays-bas|suisse|schweiz|switzerland|united kingdom|usa)(?=$|[\s:.]*$)/;
/** Beginnings of lines that are never a name. */
const NOT_A_NAME =
  /^(?:(?:service )?comptabilite$|(?:dienst )?boekhouding$|buchhaltung$|accounts? payable$|accounting$|finance$|a l'attention|attn|att\.|t\.a\.v|z\. ?hd|z\.hd|for the attention|c\/o|p\/a|m\.|mme|mr\.?|mrs\.?|ms\.?|herrn?|frau|madame|monsieur|mevrouw|de heer|dhr|mevr|merci|bedankt|thank|danke|vielen dank|wir danken|nous vous|wij danken|gerant|geschaftsfuhrer|zaakvoerder|bestuurder|administrateur|director|managing|amtsgericht|handelsregister|registergericht|sitz der|rpr |rpm |capital|au capital|inhaber|ust-?id|tva |btw |vat |iban|bic|siren|siret|rcs |hrb |tel\.? |tel:|fax|www\.|http|page \d|seite \d|pagina \d)|@|%|€/;
export const BANK =
  /\b(?:bank|banque|sparkasse|volksbank|raiffeisen\w*|postbank|commerzbank|credit (?:agricole|mutuel|lyonnais)|societe generale|bnp|ing (?:belgique|belgie|bank)|kbc|belfius|argenta|rabobank|abn amro|hsbc|barclays|lloyds|bgl|bcee|spuerkeess|allied irish)\b/;
const LABEL_WORDS =
  /\b(?:date|datum|total|totaal|payment|paiement|betaling|zahlung|client|klant|customer|kunde|number|nummer|numero|net|netto|amount|betrag|bedrag|montant|konto|compte|commande|bestelling|order|livraison|levering|delivery)\b/;
const STREET_WORDS =
  /\b(?:rue|avenue|av|boulevard|bd|chaussee|place|quai|chemin|route|allee|impasse|cours|square|drève|dreve|montee|sentier|zone|za|zi|zac|bat|batiment|bp|postbus|postfach|weg|platz|markt|gasse|ring|plein|kade|gracht|street|road|lane|avenue|drive|way|suite|unit|floor|ul|ulica)\b|(?:straat|strasse|str\.|laan|steenweg|gracht|plein|kade|weg|allee|gasse|gatan|gade|dreef|lei)\b/;
const SENTENCE = /(?:\s\S+){3}\p{Ll}\.$|[!?]$/u;

/** True for «Rue du Moulin 12», «12 rue des Lilas», and any line with a number directly above a postal place. */
export function isStreet(text: string, plain: string, next: Cell | undefined): boolean {
  if (!/\d/.test(text)) return false;
  return (
    STREET_WORDS.test(plain) ||
    /^\d{1,4}[a-z]?,? /i.test(text) ||
    (next !== undefined && findPlace(next.text)?.start === 0)
  );
}

const SEPARATOR =
  /\s+[-–|•·]\s+|,\s+(?!(?:Inc|LLC|L\.L\.C|Ltd|Limited|Corp|PLC|GmbH|AG|SAS?|SARL|SRL|S\.A)\.?(?=$|,|\s+[-–|•·]))|\s{2,}/u;
const LABEL_BEFORE = /^([\p{L} .’'-]{2,30}?)\s?:\s*(?=\S)/u;

/** Letterheads put more after a name: addresses, numbers, dashes. */
export function cleanName(text: string): string {
  const label = LABEL_BEFORE.exec(text);
  const rest = label ? text.slice(label[0].length) : text;
  const first = rest
    .split(SEPARATOR)[0]!
    .split(/\s(?:TVA|BTW|VAT|BE\s?0|SIRET|SIREN|IBAN|RCS|Tel|Tél)(?![\p{L}])/u)[0]!
    .trim();
  return first.replace(/[\s:;,.-]+$/u, (end) => (end === '.' && ENDS_WITH_DOT.test(first) ? '.' : '')).trim();
}

/** Legal forms whose last dot belongs to them: «S.A.», «S.à r.l.», «Ltd.», «Inc.». */
const ENDS_WITH_DOT = /(?:\p{L}\.\s?\p{L}|\b[Ll]td|\b[Ii]nc|\b[Cc]orp|\bo)\.$/u;

/** More lines than any head and foot have. */
const MOST_LINES = 150;

/** Lines of the first page, those of its foot first. */
export function listNameLines(layout: Layout, blocks: readonly Block[], own: OwnIdentity, labels: RegExp): NameLine[] {
  const found: NameLine[] = [];
  const first = blocks.filter(({ page }) => page === layout.pages[0]?.number);
  for (const block of [...first.filter(({ isFoot }) => isFoot), ...first.filter(({ isFoot }) => !isFoot)])
    for (const [index, cell] of block.cells.slice(0, MOST_LINES).entries()) {
      if (found.length >= MOST_LINES) return found;
      const line = readNameLine(layout, block, index, labels);
      if (line && !hasName(cell.plain, own.name)) found.push(line);
    }
  return found;
}

function readNameLine(layout: Layout, block: Block, index: number, labels: RegExp): NameLine | null {
  const cell = block.cells[index]!;
  const before = LABEL_BEFORE.exec(cell.text);
  const label = findLabelBefore(layout, block, index, before?.[1] ?? null);
  const isLabelled = label !== null && isPartyLabel(label, labels);
  if (label !== null && !isLabelled && !/^(?:nom|naam|name|firma|societe|company|raison sociale)\W*$/.test(label))
    return null;
  const name = cleanName(cell.text);
  const next = findNextInColumn(block, index);
  if (!canBeName(name, cell, next)) return null;
  if (BANK.test(cell.plain) && block.cells.some(({ plain }) => /\biban\b/.test(plain))) return null;
  const following = block.cells.slice(index, index + (block.isFoot ? 12 : 5));
  return {
    name,
    cell,
    block,
    isLabelled,
    hasAddress: following.some((other) => isUnder(cell, other) && findPlace(other.text) !== null),
    isFirst: index === 0 || (index === 1 && isPartyLabel(block.cells[0]!.plain, labels)),
    isDoubtful:
      !LEGAL_FORM.test(cell.text) && (LABEL_WORDS.test(cell.plain) || /\d/.test(name) || name.split(' ').length > 5),
  };
}

const isUnder = (cell: Cell, other: Cell): boolean =>
  other === cell || (other.left < cell.right + 3 && cell.left < other.right + 3);

const findNextInColumn = ({ cells }: Block, index: number): Cell | undefined =>
  cells.slice(index + 1).find((other) => isUnder(cells[index]!, other) && other.row > cells[index]!.row);

/** Label before a text in its cell, beside it or over it; null if there is none. */
function findLabelBefore(layout: Layout, { cells }: Block, index: number, before: string | null): string | null {
  const cell = cells[index]!;
  if (before !== null) return toPlainLabel(before, cell);
  const beside = listCellsLeft(layout, cell)[0];
  if (beside && cell.left - beside.right < 120 && isLabelText(beside)) return beside.plain;
  const over = cells.slice(0, index).findLast((other) => isUnder(cell, other) && other.row < cell.row);
  return over && isLabelText(over) ? over.plain : null;
}

const toPlainLabel = (label: string, { plain, text }: Cell): string =>
  plain.length === text.length ? plain.slice(0, label.length).trim() : label.toLowerCase().trim();

const isLabelText = ({ text, plain }: Cell): boolean =>
  /:\s*$/.test(text) ||
  LABEL_ONLY.test(plain) ||
  isPartyLabel(plain, SUPPLIER_LABELS) ||
  isPartyLabel(plain, CUSTOMER_LABELS);

function canBeName(name: string, { text }: Cell, next: Cell | undefined): boolean {
  const plain = toSearchable(name);
  const hasForm = LEGAL_FORM.test(name);
  return (
    name.length >= 3 &&
    name.length <= 70 &&
    /\p{L}{2}/u.test(name) &&
    /^[\p{Lu}\d"'«(]|^\p{Ll}{1,3}\p{Lu}|^(?:de|le|la|les|van|von|het|'t) /u.test(name) &&
    !/:\s*$/.test(text) &&
    stripLegalForm(name) !== '' &&
    !LABEL_ONLY.test(plain) &&
    !NOT_A_NAME.test(plain) &&
    (hasForm || !(INVOICE.test(plain) || CREDIT_NOTE.test(plain))) &&
    (hasForm || !SENTENCE.test(text)) &&
    !isPartyLabel(plain, SUPPLIER_LABELS) &&
    !isPartyLabel(plain, CUSTOMER_LABELS) &&
    findPlace(name) === null &&
    findPlace(text)?.start !== 0 &&
    !isStreet(name, plain, next) &&
    (hasForm || findPlace(text) !== null || !isStreet(text, toSearchable(text), next)) &&
    extractDates(name).length === 0 &&
    name.replace(/\D/g, '').length <= 4
  );
}
