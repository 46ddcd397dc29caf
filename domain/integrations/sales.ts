import type { CompanyFile } from '../company-file-state.ts';
import type { RequestedDocument, RequestedDocumentLine } from '../documents/content.ts';
import type { Json, JsonRecord } from '../json.ts';
import { compare, round } from '../money.ts';
import { normaliseVatNumber } from '../numbers/vat-number.ts';
import { getRecords } from '../records/state.ts';
import type { Checked, Problem } from '../refusal.ts';
import { toSearchable } from '../text.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import { vatCodes } from '../vat-codes/vat-code.ts';
import { findValueAt, hasMappedField, mapSaleRow, type MappedField, type MappedValues } from './mapping.ts';

/** Turns rows of a source into invoices and credit notes to customers. Rows with the same number form one document. */

export interface SalesSettings {
  /** Path to the rows. Empty: the root. */
  readonly rows_path: string;
  /** Path to the detail lines of a row. Empty: each row is a line. */
  readonly lines_path: string;
  readonly mapping: readonly MappedField[];
}

export interface ReadSale {
  readonly number: string;
  readonly isCreditNote: boolean;
  readonly head: MappedValues;
  readonly lines: readonly MappedValues[];
  readonly lookedUp: ReadonlySet<string>;
  readonly problems: readonly Problem[];
}

export interface ReadSales {
  readonly sales: readonly ReadSale[];
  /** Problems of rows without a document number, by row position from 1. */
  readonly problems: readonly { readonly row: number; readonly problem: Problem }[];
}

const MOST_LINES_A_ROW = 300;
const YES = /^(?:1|true|yes|y|oui|o|ja|j|wahr|credit_?note|note_de_credit|creditnota|gutschrift|cn|nc|381)$/i;

/** Returns the rows of a response, or null if the path contains none. */
export function findSaleRows(answer: Json, path: string): readonly Json[] | null {
  const found = path === '' ? answer : findValueAt(answer, path);
  return Array.isArray(found) ? (found as readonly Json[]) : null;
}

/** Whether the rows have nothing that the mapping names: probably the answer is not the expected one. */
export const isUnmapped = (rows: readonly Json[], { lines_path, mapping }: SalesSettings): boolean =>
  !rows.some((row) => hasMappedField(row, listDetailLines(row, lines_path), mapping));

function listDetailLines(row: Json, path: string): readonly Json[] {
  const inside = path === '' ? null : findValueAt(row, path);
  return Array.isArray(inside) ? (inside as readonly Json[]).slice(0, MOST_LINES_A_ROW + 1) : [];
}

export function extractSales(rows: readonly Json[], { lines_path, mapping }: SalesSettings): ReadSales {
  const sales = new Map<string, ReadSale>();
  const problems: { row: number; problem: Problem }[] = [];
  for (const [index, row] of rows.entries()) {
    const lines: readonly (Json | null)[] = listDetailLines(row, lines_path);
    for (const line of lines.length === 0 ? [null] : lines) {
      const { values, problems: own, lookedUp } = mapSaleRow(row, line, mapping);
      const { number } = values;
      if (number === undefined) {
        problems.push({ row: index + 1, problem: own[0] ?? { code: 'integration_number_missing' } });
        continue;
      }
      const isCreditNote = YES.test(values.is_credit_note ?? '');
      const key = `${isCreditNote ? 'c' : 'i'} ${number}`;
      const known = sales.get(key);
      sales.set(key, {
        number,
        isCreditNote,
        lookedUp,
        head: known?.head ?? values,
        lines: [...(known?.lines ?? []), values],
        problems: [...(known?.problems ?? []), ...own],
      });
    }
  }
  return { sales: [...sales.values()], problems };
}

export interface SaleToRecord {
  /** If `newCustomer` is set, `third_party_id` becomes the id of that customer. */
  readonly document: Omit<RequestedDocument, 'third_party_id'> & { readonly third_party_id: number | null };
  readonly newCustomer: JsonRecord | null;
}

/** Builds the sale as if entered manually, with its references looked up in the company file. */
export function toSaleRecord(
  { number, isCreditNote, head, lines, lookedUp }: ReadSale,
  file: CompanyFile,
  createsCustomers: boolean,
): Checked<SaleToRecord | null> {
  const problems: Problem[] = [];
  if (head.document_date === undefined) problems.push({ code: 'integration_date_missing' });
  const customer = findCustomer(head, file);
  const newCustomer = customer === null && createsCustomers ? buildCustomer(head) : null;
  if (customer === null && newCustomer === null)
    problems.push({
      code: 'integration_customer_unknown',
      params: { customer: head.customer ?? head.customer_name ?? head.customer_vat_number ?? '' },
    });
  const documentLines = lines.map((values) => toDocumentLine(values, lookedUp, file));
  if (problems.length > 0) return { value: null, problems };
  const sale: SaleToRecord = {
    newCustomer,
    document: {
      direction: 'sale',
      is_credit_note: isCreditNote,
      number,
      document_date: head.document_date!,
      due_date: head.due_date ?? null,
      currency: head.currency?.toUpperCase() ?? null,
      exchange_rate: null,
      structured_communication: head.structured_communication ?? null,
      third_party_id: customer,
      lines: documentLines,
      vat_amounts: [],
      notes: null,
    },
  };
  return { value: sale, problems };
}

function toDocumentLine(values: MappedValues, lookedUp: ReadonlySet<string>, file: CompanyFile): RequestedDocumentLine {
  const { description, number, quantity, unit_price, amount_net, account, vat_code } = values;
  const code = vat_code !== undefined && lookedUp.has('vat_code') ? resolveVatCode(vat_code, file) : vat_code;
  return {
    description: (description ?? number ?? '').slice(0, 255),
    quantity: quantity ?? null,
    unit_price: unit_price ?? null,
    amount_net: amount_net === undefined ? null : round(amount_net),
    account: account ?? null,
    account_id: null,
    vat_code: code ?? null,
    vat_code_id: null,
  };
}

interface KnownCustomers {
  readonly byCode: ReadonlyMap<string, number>;
  readonly byVatNumber: ReadonlyMap<string, number>;
  readonly byName: ReadonlyMap<string, number>;
}

/** Cached, because many sales are looked up in the same records. */
const indexes = new WeakMap<object, KnownCustomers>();

function indexCustomers({ records }: CompanyFile): KnownCustomers {
  const { byId } = getRecords(records, thirdParties);
  const known = indexes.get(byId);
  if (known) return known;
  const [byCode, byVatNumber, byName] = [0, 1, 2].map(() => new Map<string, number>());
  const addToIndex = (map: Map<string, number> | undefined, name: string | null | undefined, id: number): void => {
    if (map && name && !map.has(name)) map.set(name, id);
  };
  for (const [id, { data, isTrashed }] of byId.entries()) {
    if (isTrashed || data.type !== 'customer' || !data.is_active) continue;
    addToIndex(byCode, data.code, id);
    addToIndex(byVatNumber, data.vat_number, id);
    addToIndex(byName, toSearchable(data.name), id);
  }
  const index = { byCode: byCode!, byVatNumber: byVatNumber!, byName: byName! };
  indexes.set(byId, index);
  return index;
}

/** Searches by code, then by VAT number, then by name. */
function findCustomer(
  { customer, customer_name, customer_vat_number }: MappedValues,
  file: CompanyFile,
): number | null {
  const { byCode, byVatNumber, byName } = indexCustomers(file);
  const texts = [customer, customer_vat_number].filter((text) => text !== undefined);
  const numbers = texts.map((text) => normaliseVatNumber(text, null)).filter((number) => number !== null);
  const names = [customer, customer_name].filter((text) => text !== undefined).map(toSearchable);
  return (
    (customer === undefined ? undefined : byCode.get(customer)) ??
    findFirstKnown(numbers, byVatNumber) ??
    findFirstKnown(names, byName) ??
    null
  );
}

const findFirstKnown = (names: readonly string[], known: ReadonlyMap<string, number>): number | undefined =>
  names.map((name) => known.get(name)).find((id) => id !== undefined);

/** Creates a customer only if the name is known. */
function buildCustomer({ customer_name, customer_vat_number, customer_country }: MappedValues): JsonRecord | null {
  if (customer_name === undefined) return null;
  return {
    type: 'customer',
    name: customer_name,
    ...(customer_vat_number !== undefined && { vat_number: customer_vat_number }),
    ...(customer_country !== undefined && { country: customer_country.toUpperCase() }),
  };
}

/** Returns a code as is, or the first sales code with this rate. */
function resolveVatCode(text: string, file: CompanyFile): string {
  const codes = [...getRecords(file.records, vatCodes).byId.values()].filter(
    ({ data, isTrashed }) => !isTrashed && data.is_active && data.direction === 'sale',
  );
  if (codes.some(({ data }) => data.code === text)) return text;
  const rate = /^(\d{1,3})(?:[.,](\d{1,2}))?\s*%?$/.exec(text);
  if (!rate) return text;
  const wanted = `${rate[1]}.${(rate[2] ?? '').padEnd(2, '0')}`;
  const found = codes
    .filter(({ data }) => data.kind === 'standard' && compare(data.rate, wanted) === 0)
    .map(({ data }) => data.code)
    .sort()[0];
  return found ?? text;
}
