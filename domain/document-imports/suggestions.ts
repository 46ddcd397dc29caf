import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { CountryCode, VatNature } from '../country-packs/pack.ts';
import { journals } from '../journals/journal.ts';
import { routeDocument, type RoutedDocument, type Routing } from '../journals/routing.ts';
import { journalRules } from '../journals/rule.ts';
import { isPostable } from '../ledger/named-account.ts';
import { findIdByKey, findLiveRecord, getRecords, type RecordOf } from '../records/state.ts';
import { toSearchable } from '../text.ts';
import { thirdParties, type ThirdParty } from '../third-parties/third-party.ts';
import { vatCodes } from '../vat-codes/vat-code.ts';
import { normaliseName, normaliseNumber } from './counterparty.ts';
import { buildDocumentLines } from './document-lines.ts';
import type { SuggestedLine, Suggestions } from './import-events.ts';
import type { ExtractedSheet, SheetLine } from './sheet.ts';
import { isFittingLine, suggestVatCode, type Direction, type TaxedLine } from './vat-suggestion.ts';

/**
 * Booking suggestions for a document. Earlier bookings of the same third party have the highest priority, above all a
 * line with similar words; then journal rules, the defaults of the third party, and finally the country. Each suggestion
 * has a reason.
 */

/** A third party that matches something on the document. */
export interface ThirdPartyCandidate {
  readonly id: number;
  readonly type: string;
  readonly name: string;
  readonly vat_number: string | null;
  readonly enterprise_number: string | null;
  readonly ibans: readonly string[];
  readonly country: string | null;
  readonly is_active: boolean;
}

/** Lines booked earlier, latest first. */
export interface BookedLine {
  readonly label: string | null;
  readonly account_id: number;
  readonly vat_code_id: number | null;
}

export interface SuggestionFacts {
  readonly candidates: readonly ThirdPartyCandidate[];
  /** By id of each possible third party. */
  readonly booked: ReadonlyMap<number, readonly BookedLine[]>;
}

export interface MatchedThirdParty {
  readonly id: number;
  readonly reason: string;
}

/** Most reliable evidence first: register numbers, then the account to pay to, then the name. */
export function matchThirdParty(
  { counterparty, payment }: ExtractedSheet,
  direction: Direction | null,
  candidates: readonly ThirdPartyCandidate[],
): MatchedThirdParty | null {
  const fitting = candidates.filter(
    ({ type, is_active }) =>
      is_active && (direction === null || type === (direction === 'sale' ? 'customer' : 'supplier')),
  );
  const findBy = (reason: string, isIt: (candidate: ThirdPartyCandidate) => boolean): MatchedThirdParty | null => {
    const [first, second] = fitting.filter(isIt);
    // Two third parties with the same name: the user decides on validation.
    if (!first || (second && reason === 'same_name')) return null;
    return { id: first.id, reason };
  };
  const vat = counterparty.vat_number && normaliseNumber(counterparty.vat_number);
  const number = counterparty.enterprise_number && normaliseNumber(counterparty.enterprise_number);
  const ibans = [counterparty.iban, direction === 'sale' ? null : payment.iban].filter((one) => one !== null);
  const name = counterparty.name && normaliseName(counterparty.name);
  return (
    (vat
      ? findBy('same_vat_number', (one) => one.vat_number !== null && normaliseNumber(one.vat_number) === vat)
      : null) ??
    (number
      ? findBy(
          'same_enterprise_number',
          (one) => one.enterprise_number !== null && normaliseNumber(one.enterprise_number) === number,
        )
      : null) ??
    (ibans.length > 0 ? findBy('same_iban', (one) => one.ibans.some((iban) => ibans.includes(iban))) : null) ??
    (name ? findBy('same_name', (one) => normaliseName(one.name) === name) : null)
  );
}

export function suggest(
  sheet: ExtractedSheet,
  matched: MatchedThirdParty | null,
  facts: SuggestionFacts,
  file: CompanyFile,
): Suggestions {
  const { direction } = sheet;
  const lines = buildDocumentLines(sheet);
  const none = { direction, third_party_id: matched?.id ?? null, third_party_reason: matched?.reason ?? null };
  if (direction === null) return { ...none, journal_id: null, lines: lines.map(() => NO_SUGGESTION) };
  const thirdParty = findLiveRecord(file.records, thirdParties, matched?.id);
  const routing = findRouting(sheet, direction, matched, file);
  const rule = findLiveRecord(file.records, journalRules, routing.rule?.id);
  const context: LineContext = {
    direction,
    thirdParty,
    rule,
    booked: (matched && facts.booked.get(matched.id)) ?? [],
    country: findCountry(sheet),
    file,
  };
  return { ...none, journal_id: routing.journal?.id ?? null, lines: lines.map((line) => suggestLine(line, context)) };
}

const NO_SUGGESTION: SuggestedLine = {
  account_id: null,
  account_reason: null,
  vat_code_id: null,
  vat_code_reason: null,
};

/** `EL` is the VAT prefix of Greece. */
function findCountry({ counterparty }: ExtractedSheet): string | null {
  const prefix = /^[A-Z]{2}/.exec(counterparty.vat_number ?? '')?.[0];
  return counterparty.country ?? (prefix === 'EL' ? 'GR' : (prefix ?? null));
}

function findRouting(
  { document_type, totals, number, nature, counterparty, lines }: ExtractedSheet,
  direction: Direction,
  matched: MatchedThirdParty | null,
  file: CompanyFile,
): Routing {
  const document: RoutedDocument = {
    direction,
    document_type,
    third_party_id: matched?.id ?? null,
    amount: totals.gross,
    text:
      [number, nature, counterparty.name, ...lines.map(({ description }) => description)].filter(Boolean).join('\n') ||
      null,
  };
  const rules = [...getRecords(file.records, journalRules).byId.entries()]
    .filter(([, { isTrashed }]) => !isTrashed)
    .map(([id, { data }]) => ({ ...NO_CONDITIONS, ...data, id }));
  const all = [...getRecords(file.records, journals).byId.entries()]
    .filter(([, { isTrashed }]) => !isTrashed)
    .map(([id, { data }]) => ({ id, ...data }));
  return routeDocument(document, rules, all);
}

/** Defaults for missing conditions of a rule. */
const NO_CONDITIONS = {
  direction: null,
  document_type: null,
  third_party_id: null,
  amount_min: null,
  amount_max: null,
  keyword: null,
};

interface LineContext {
  readonly direction: Direction;
  readonly thirdParty: ThirdParty | undefined;
  readonly rule: RecordOf<typeof journalRules> | undefined;
  readonly booked: readonly BookedLine[];
  readonly country: string | null;
  readonly file: CompanyFile;
}

interface Chosen {
  readonly id: number;
  readonly reason: string;
}

function suggestLine(line: SheetLine, context: LineContext): SuggestedLine {
  const { file, direction, country } = context;
  const before = findBestBefore(line, context);
  const account = findAccount(context, before);
  const taxed: TaxedLine = {
    direction,
    rate: line.vat_rate,
    category: line.vat_category,
    country,
    nature: getNature(account && findLiveRecord(file.records, accounts, account.id)?.data.number),
  };
  const code = findVatCode(taxed, context, before);
  return {
    account_id: account?.id ?? null,
    account_reason: account?.reason ?? null,
    vat_code_id: code?.id ?? null,
    vat_code_reason: code?.reason ?? null,
  };
}

interface Before {
  readonly line: BookedLine;
  readonly reason: 'similar_line' | 'third_party_history';
}

/** Half of the words of the shorter description must match. */
const ALIKE = 0.5;

/** The most similar line, or else the most used account. */
function findBestBefore(line: SheetLine, { booked, file }: LineContext): Before | null {
  const usable = booked.filter(({ account_id }) => isPostable(file, account_id));
  const words = extractWords(line.description);
  let best: { readonly line: BookedLine; readonly score: number } | null = null;
  for (const one of usable) {
    const score = computeLikeness(words, extractWords(one.label ?? ''));
    if (score >= ALIKE && (best === null || score > best.score)) best = { line: one, score };
  }
  if (best) return { line: best.line, reason: 'similar_line' };
  const counts = new Map<number, number>();
  for (const { account_id } of usable) counts.set(account_id, (counts.get(account_id) ?? 0) + 1);
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  const latest = most && usable.find(({ account_id }) => account_id === most[0]);
  return latest ? { line: latest, reason: 'third_party_history' } : null;
}

/** Numbers, such as months and quantities, are ignored: they differ between lines that are booked alike. */
const extractWords = (text: string): ReadonlySet<string> =>
  new Set(
    toSearchable(text)
      .split(/[^a-z]+/)
      .filter((word) => word.length >= 3),
  );

function computeLikeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  const common = [...one].filter((word) => other.has(word)).length;
  return common / Math.min(one.size, other.size);
}

function findAccount({ thirdParty, rule, direction, file }: LineContext, before: Before | null): Chosen | null {
  if (before) return { id: before.line.account_id, reason: before.reason };
  const standing = thirdParty?.data.default_account_id;
  if (standing && isPostable(file, standing)) return { id: standing, reason: 'third_party_default' };
  const ruled = rule?.data.account_id;
  if (ruled && isPostable(file, ruled)) return { id: ruled, reason: 'journal_rule' };
  const home = file.identity.country_pack;
  for (const number of DEFAULT_ACCOUNTS[home][direction]) {
    const id = findIdByKey(file.records, accounts, 'number', number);
    if (id && isPostable(file, id)) return { id, reason: 'country_default' };
  }
  return null;
}

/** Fallback accounts. */
const DEFAULT_ACCOUNTS: Readonly<Record<CountryCode, Readonly<Record<Direction, readonly string[]>>>> = {
  BE: { purchase: ['616000', '604000', '604'], sale: ['700000', '705000'] },
  FR: { purchase: ['628000', '618000', '607000'], sale: ['706000', '707000'] },
  LU: { purchase: ['6188', '6061'], sale: ['7033', '7061'] },
};

function findVatCode(taxed: TaxedLine, { thirdParty, rule, file }: LineContext, before: Before | null): Chosen | null {
  const home = file.identity.country_pack;
  const toChosenIfFitting = (id: number | null | undefined, reason: string): Chosen | null => {
    const code = findLiveRecord(file.records, vatCodes, id);
    return id && code && isFittingLine(code, taxed, home) ? { id, reason } : null;
  };
  const byCountry = suggestVatCode(taxed, file);
  return (
    (before && toChosenIfFitting(before.line.vat_code_id, before.reason)) ??
    toChosenIfFitting(thirdParty?.data.default_vat_code_id, 'third_party_default') ??
    toChosenIfFitting(rule?.data.vat_code_id, 'journal_rule') ??
    (byCountry === null ? null : { id: byCountry, reason: 'rate_and_category' })
  );
}

/** Nature of an account for the VAT return: class 2 for investments, 60 for goods. */
function getNature(number: string | null | undefined): VatNature {
  if (!number) return 'services';
  if (number.startsWith('2')) return 'investment';
  return /^(60|70[0-4]|707)/.test(number) ? 'goods' : 'services';
}
