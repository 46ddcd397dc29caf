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
import { buildBlocks } from './blocks.ts';
import { findCandidates, type Candidate } from './candidates.ts';
import { detectDirection } from './direction.ts';
import { listCellsLeft, measureDistance, type Cell, type Layout } from './layout.ts';
import { stripLegalForm, hasName } from './names.ts';
import { findSides, type Sides } from './sides.ts';
import type { NumberedCell } from './agreement.ts';

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
  readonly sides: Sides;
  /** Numbers and accounts of other parties than the company, with their blocks. */
  readonly numbers: readonly NumberedCell[];
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
    .flatMap((cell) => findEnterpriseNumbers(cell, listCellsLeft(layout, cell)[0]?.plain))
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
  const foreign = [
    ...[...vat, ...enterprise].filter(({ value }) => !isOwnNumber(value)),
    ...validIbans.filter(({ value }) => !own.ibans.includes(value)),
  ];
  const blocks = buildBlocks(layout);
  const sides = findSides(blocks, { own, ownPlaces, foreign: foreign.map(({ cell }) => cell), direction });
  const blockByCell = new Map(blocks.flatMap((block) => block.cells.map((cell) => [cell, block] as const)));
  const isExcluded = (cell: Cell): boolean => sides.excluded.has(blockByCell.get(cell)!);
  const other = chooseCandidate(layout, others, { direction, mine: [...ownPlaces, ...ownNames], known, isExcluded });
  const foreignIbans = validIbans.filter(({ value }) => !own.ibans.includes(value));
  const counterIban = (foreignIbans.find(({ cell }) => !isExcluded(cell)) ?? foreignIbans[0])?.value ?? null;
  const match = findKnownParty(known, { other, iban: counterIban, direction, own, sides });
  const vatNumber = other?.vat ?? match?.vatNumber ?? null;
  const isOwnNamed = ownPlaces.length > 0 || ownNames.length > 0;
  return {
    direction,
    vatNumber,
    enterpriseNumber:
      other?.enterprise ?? match?.enterpriseNumber ?? (vatNumber?.startsWith('BE') ? vatNumber.slice(2) : null),
    iban: direction === 'sale' ? null : counterIban,
    anchor: other?.cells.find((cell) => !isExcluded(cell)) ?? other?.cell ?? null,
    known: match,
    isOwnNamed,
    invalidIban: validIbans.length === 0 ? (ibans[0]?.value ?? null) : null,
    evidence: computeEvidence(other, others, match, isOwnNamed),
    sides,
    numbers: foreign.map(({ value, cell }) => ({ key: toKey(value), block: blockByCell.get(cell)! })),
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

/** Known parties have numbers in one form or the other: «FR44732829320» and «732829320» are the same enterprise. */
const toKey = (number: string): string =>
  /^FR..\d{9}$/.test(number) ? number.slice(4) : number.replace(/^BE(?=\d{10}$)/, '');

const hasNumber = (party: KnownThirdParty, { vat, enterprise }: Pick<Candidate, 'vat' | 'enterprise'>): boolean => {
  const keys = [vat, enterprise].filter((number) => number !== null).map(toKey);
  return [party.vatNumber, party.enterpriseNumber].some((number) => number !== null && keys.includes(toKey(number)));
};

interface Choice {
  readonly direction: 'purchase' | 'sale' | null;
  readonly mine: readonly Cell[];
  readonly known: readonly KnownThirdParty[];
  readonly isExcluded: (cell: Cell) => boolean;
}

function chooseCandidate(layout: Layout, others: readonly Candidate[], choice: Choice): Candidate | null {
  const { direction, mine, known, isExcluded } = choice;
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
      (each.cells.every(isExcluded) ? 2 : 0) -
      nearMine +
      0.2 * Math.min(3, each.count) +
      (each.vat ? 0.3 : 0) +
      (known.some((party) => hasNumber(party, each)) ? 0.6 : 0) +
      (each.cell.page === layout.pages[0]?.number ? 0.2 : 0)
    );
  };
  return [...others].sort((one, other) => scoreCandidate(other) - scoreCandidate(one))[0] ?? null;
}

interface FoundParty {
  readonly other: Candidate | null;
  readonly iban: string | null;
  readonly direction: string | null;
  readonly own: OwnIdentity;
  readonly sides: Sides;
}

function findKnownParty(known: readonly KnownThirdParty[], found: FoundParty): KnownThirdParty | null {
  const { other, iban, direction, own, sides } = found;
  const type = direction === 'sale' ? 'customer' : 'supplier';
  const findFirst = (matches: (party: KnownThirdParty) => boolean): KnownThirdParty | undefined =>
    known.find((party) => party.type === type && matches(party)) ?? known.find(matches);
  const numbered = findFirst((party) => other !== null && hasNumber(party, other));
  if (numbered) return numbered;
  // A document with another number is from another party, regardless of the name.
  const canBeParty = (party: KnownThirdParty): boolean => (other?.vat ?? null) === null || party.vatNumber === null;
  const paid =
    direction === 'sale'
      ? undefined
      : findFirst((party) => iban !== null && party.ibans.includes(iban) && canBeParty(party));
  if (paid) return paid;
  const cells = sides.others.flatMap((block) => block.cells);
  return (
    findFirst(
      (party) =>
        canBeParty(party) &&
        stripLegalForm(party.name).length >= 4 &&
        stripLegalForm(party.name) !== stripLegalForm(own.name) &&
        cells.some((cell) => hasName(cell.plain, party.name)),
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
