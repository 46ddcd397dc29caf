import { findVatNumberCountry } from '../../numbers/vat-number.ts';
import type { OwnIdentity } from '../sheet.ts';
import type { ExtractionContext, KnownThirdParty } from './context.ts';
import {
  findEnterpriseNumbers,
  findIbans,
  findVatNumbers,
  type FoundIban,
  type FoundIdentifier,
} from './identifiers.ts';
import { CUSTOMER_LABELS, DELIVERY_LABELS, SUPPLIER_LABELS, YOUR_VAT } from './labels.ts';
import { listCellsAbove, measureDistance, listCellsLeft, type Cell, type Layout } from './layout.ts';
import { stripLegalForm, hasName } from './names.ts';

/** Sender and recipient of a document. Known data of the company itself determine which one is the counterparty. */
export interface Parties {
  readonly direction: 'purchase' | 'sale' | null;
  readonly vatNumber: string | null;
  readonly enterpriseNumber: string | null;
  readonly iban: string | null;
  /** Cell that identifies the counterparty. */
  readonly anchor: Cell | null;
  readonly known: KnownThirdParty | null;
  readonly isOwnNamed: boolean;
  readonly invalidIban: string | null;
  readonly evidence: number;
}

interface Numbers {
  readonly vat: readonly FoundIdentifier[];
  readonly enterprise: readonly FoundIdentifier[];
  readonly ibans: readonly FoundIban[];
}

export function findNumbers(layout: Layout): Numbers {
  const ibans = layout.cells.flatMap(findIbans);
  const vat = layout.cells
    .flatMap(findVatNumbers)
    .filter((found) => !ibans.some((iban) => iban.isValid && isInside(found, iban)));
  const enterprise = layout.cells
    .flatMap(findEnterpriseNumbers)
    .filter((found) => !ibans.some((iban) => iban.isValid && isInside(found, iban)));
  return { vat, enterprise, ibans };
}

const isInside = (one: FoundIdentifier, other: FoundIdentifier): boolean =>
  one.cell === other.cell && one.start >= other.start && one.start < other.start + other.value.length * 1.4;

export function findParties(layout: Layout, { own, known }: ExtractionContext): Parties {
  const { vat, enterprise, ibans } = findNumbers(layout);
  const isOwnNumber = (value: string): boolean => isOwnIdentifier(own, value);
  const ownPlaces = [...vat, ...enterprise].filter(({ value }) => isOwnNumber(value)).map(({ cell }) => cell);
  const ownNames = layout.cells.filter((cell) => hasName(cell.plain, own.name));
  const others = findCandidates(layout, vat, enterprise, isOwnNumber);
  const validIbans = ibans.filter(({ isValid }) => isValid);
  const direction = detectDirection(layout, own, { ownPlaces, ownNames, others, ibans: validIbans, known });
  const other = chooseCandidate(layout, others, direction, [...ownPlaces, ...ownNames]);
  const counterIban = validIbans.find(({ value }) => !own.ibans.includes(value))?.value ?? null;
  const match = findKnownParty(layout, known, { other, iban: counterIban, direction, own });
  const vatNumber = other?.vat ?? match?.vatNumber ?? null;
  return {
    direction,
    vatNumber,
    enterpriseNumber:
      other?.enterprise ?? match?.enterpriseNumber ?? (vatNumber?.startsWith('BE') ? vatNumber.slice(2) : null),
    iban: direction === 'sale' ? null : counterIban,
    anchor: other?.cell ?? null,
    known: match,
    isOwnNamed: ownPlaces.length > 0 || ownNames.length > 0,
    invalidIban: validIbans.length === 0 ? (ibans[0]?.value ?? null) : null,
    evidence: computeEvidence(other, others, match, ownPlaces.length > 0 || ownNames.length > 0),
  };
}

/** By VAT number or register number, including numbers derived from each other. */
function isOwnIdentifier(own: OwnIdentity, value: string): boolean {
  const stripPrefix = (text: string | null): string => (text ?? '').replace(/^[A-Z]{2}/, '');
  if (value === own.vatNumber || value === own.enterpriseNumber) return true;
  if (own.country === 'BE')
    return stripPrefix(value) !== '' && [stripPrefix(own.vatNumber), own.enterpriseNumber].includes(stripPrefix(value));
  return (
    own.country === 'FR' &&
    value.startsWith('FR') &&
    own.enterpriseNumber !== null &&
    value.slice(4) === own.enterpriseNumber.slice(0, 9)
  );
}

interface Candidate {
  readonly vat: string | null;
  readonly enterprise: string | null;
  readonly cell: Cell;
  readonly isCustomer: boolean;
  readonly isSupplier: boolean;
  readonly count: number;
}

/** All parties with a number, except the company itself. */
function findCandidates(
  layout: Layout,
  vat: readonly FoundIdentifier[],
  enterprise: readonly FoundIdentifier[],
  isOwnNumber: (value: string) => boolean,
): Candidate[] {
  const byKey = new Map<string, Candidate>();
  for (const { value, cell, start } of vat) {
    if (isOwnNumber(value)) continue;
    const key = value.startsWith('FR') ? value.slice(4) : value.slice(2);
    const before = byKey.get(key);
    byKey.set(key, {
      ...(before ?? { enterprise: null, cell, count: 0 }),
      vat: value,
      isCustomer: (before?.isCustomer ?? false) || isCustomerNumber(layout, cell, start),
      isSupplier: (before?.isSupplier ?? false) || isUnderLabel(layout, cell, SUPPLIER_LABELS),
      count: (before?.count ?? 0) + 1,
    });
  }
  for (const { value, cell, start } of enterprise) {
    if (isOwnNumber(value)) continue;
    const before = byKey.get(value);
    // Belgian enterprise numbers are VAT numbers without prefix.
    const asVat = /^\d{10}$/.test(value) ? `BE${value}` : null;
    if (before) byKey.set(value, { ...before, enterprise: value, count: before.count + 1 });
    else if (!/^\d{9}$|^[A-K]\d/.test(value) || byKey.size === 0)
      byKey.set(value, {
        vat: asVat,
        enterprise: value,
        cell,
        isCustomer: isCustomerNumber(layout, cell, start),
        isSupplier: isUnderLabel(layout, cell, SUPPLIER_LABELS),
        count: 1,
      });
    else attachRegisterNumber(byKey, value, cell);
  }
  return [...byKey.values()];
}

/** A register number belongs to the nearest VAT number of the same country. */
function attachRegisterNumber(byKey: Map<string, Candidate>, value: string, cell: Cell): void {
  const country = /^[A-K]/.test(value) ? 'LU' : 'FR';
  const [key, nearest] =
    [...byKey]
      .filter(([, { vat }]) => vat?.startsWith(country))
      .sort(([, one], [, other]) => measureDistance(one.cell, cell) - measureDistance(other.cell, cell))[0] ?? [];
  if (key !== undefined && nearest && nearest.enterprise === null) byKey.set(key, { ...nearest, enterprise: value });
}

const isCustomerNumber = (layout: Layout, cell: Cell, start: number): boolean => {
  const before = cell.plain.slice(Math.max(0, start - 40), start);
  const left = listCellsLeft(layout, cell)[0]?.plain ?? '';
  return (
    YOUR_VAT.test(before) ||
    (before.trim().length < 14 && YOUR_VAT.test(left)) ||
    isUnderLabel(layout, cell, CUSTOMER_LABELS)
  );
};

/** True if the block of a cell begins with such a label. */
export function isUnderLabel(layout: Layout, cell: Cell, labels: RegExp): boolean {
  if (labels.test(cell.plain)) return true;
  let last = cell;
  for (const over of listCellsAbove(layout, cell, 10)) {
    if (last.top - over.bottom > 3.2 * (over.bottom - over.top) || Math.abs(over.left - cell.left) > 60) break;
    if (labels.test(over.plain) && over.text.length < 60) return true;
    last = over;
  }
  return false;
}

interface Signs {
  readonly ownPlaces: readonly Cell[];
  readonly ownNames: readonly Cell[];
  readonly others: readonly Candidate[];
  readonly ibans: readonly FoundIban[];
  readonly known: readonly KnownThirdParty[];
}

/** Account numbers belong to the payee; labels name the payer; letterheads and footers belong to the sender. */
function detectDirection(
  layout: Layout,
  own: OwnIdentity,
  { ownPlaces, ownNames, others, ibans, known }: Signs,
): 'purchase' | 'sale' | null {
  let sale = 0;
  if (ibans.some(({ value }) => own.ibans.includes(value))) sale += 2;
  else if (ibans.length > 0 && own.ibans.length > 0) sale -= 0.7;
  const ibansKnown = new Set(known.flatMap((party) => party.ibans));
  if (ibans.some(({ value }) => ibansKnown.has(value))) sale -= 2;
  const hasKnownNumber = (party: KnownThirdParty): boolean =>
    others.some(({ vat }) => vat !== null && vat === party.vatNumber);
  if (known.some((party) => party.type === 'customer' && hasKnownNumber(party))) sale += 0.6;
  if (known.some((party) => party.type === 'supplier' && hasKnownNumber(party))) sale -= 0.6;
  const mine = [...ownPlaces, ...ownNames];
  if (mine.some((cell) => isUnderLabel(layout, cell, CUSTOMER_LABELS))) sale -= 1.5;
  if (mine.some((cell) => isUnderLabel(layout, cell, SUPPLIER_LABELS))) sale += 1.2;
  if (ownPlaces.some((cell) => isCustomerNumber(layout, cell, cell.plain.length))) sale -= 1.2;
  if (others.some(({ isCustomer }) => isCustomer)) sale += 1.2;
  if (others.some(({ isSupplier }) => isSupplier)) sale -= 1.2;
  sale +=
    scorePlace(layout, mine) -
    scorePlace(
      layout,
      others.map(({ cell }) => cell),
    );
  if (mine.length === 0) return others.length > 0 || ibans.length > 0 ? 'purchase' : null;
  if (others.length === 0 && ibans.length === 0 && Math.abs(sale) < 0.3) return 'purchase';
  return sale > 0 ? 'sale' : 'purchase';
}

/** The sender is in the footer or at the very top. */
function scorePlace(layout: Layout, cells: readonly Cell[]): number {
  const page = layout.pages[0];
  if (!page || cells.length === 0) return 0;
  const isFoot = cells.some(({ top, page: number }) => number === page.number && top > page.height * 0.85);
  const isHead = cells.some(({ row }) => row <= 1);
  return (isFoot ? 0.6 : 0) + (isHead ? 0.5 : 0);
}

function chooseCandidate(
  layout: Layout,
  others: readonly Candidate[],
  direction: 'purchase' | 'sale' | null,
  mine: readonly Cell[],
): Candidate | null {
  const scoreCandidate = (each: Candidate): number => {
    const wanted = direction === 'sale' ? each.isCustomer : each.isSupplier;
    const unwanted = direction === 'sale' ? each.isSupplier : each.isCustomer;
    // If its number is missing, the company is the addressee of the document.
    const nearMine = mine.some((cell) => cell.page === each.cell.page && measureDistance(cell, each.cell) < 70)
      ? 0.6
      : 0;
    return (
      (wanted ? 1.5 : 0) -
      (unwanted ? 1.5 : 0) -
      nearMine +
      0.2 * Math.min(3, each.count) +
      (each.vat ? 0.3 : 0) +
      (each.cell.page === layout.pages[0]?.number ? 0.2 : 0)
    );
  };
  return [...others].sort((one, other) => scoreCandidate(other) - scoreCandidate(one))[0] ?? null;
}

function findKnownParty(
  layout: Layout,
  known: readonly KnownThirdParty[],
  found: {
    readonly other: Candidate | null;
    readonly iban: string | null;
    readonly direction: string | null;
    readonly own: OwnIdentity;
  },
): KnownThirdParty | null {
  const { other, iban, direction } = found;
  const type = direction === 'sale' ? 'customer' : 'supplier';
  const findFirst = (matches: (party: KnownThirdParty) => boolean): KnownThirdParty | undefined =>
    known.find((party) => party.type === type && matches(party)) ?? known.find(matches);
  const numbered = findFirst(
    (party) =>
      other !== null &&
      ((other.vat !== null && other.vat === party.vatNumber) ||
        (other.enterprise !== null && other.enterprise === party.enterpriseNumber)),
  );
  if (numbered) return numbered;
  // A document with another number is from another party, regardless of the name.
  const canBeParty = (party: KnownThirdParty): boolean => (other?.vat ?? null) === null || party.vatNumber === null;
  const paid =
    direction === 'sale'
      ? undefined
      : findFirst((party) => iban !== null && party.ibans.includes(iban) && canBeParty(party));
  if (paid) return paid;
  return (
    findFirst(
      (party) =>
        canBeParty(party) &&
        stripLegalForm(party.name).length >= 4 &&
        stripLegalForm(party.name) !== stripLegalForm(found.own.name) &&
        layout.cells.some((cell) => !isUnderLabel(layout, cell, DELIVERY_LABELS) && hasName(cell.plain, party.name)),
    ) ?? null
  );
}

function computeEvidence(
  other: Candidate | null,
  others: readonly Candidate[],
  match: KnownThirdParty | null,
  isOwnNamed: boolean,
): number {
  if (match && other) return 1;
  if (other) return (others.length === 1 ? 0.97 : 0.8) * (isOwnNamed ? 1 : 0.9);
  return match ? 0.85 : 0.3;
}

export const getCountry = (vatNumber: string | null): string | null =>
  vatNumber === null ? null : findVatNumberCountry(vatNumber);
