import type { CompanyFile } from '../../domain/company-file.ts';
import type { BoxEffects, PackVatCode } from '../../domain/country-packs/index.ts';
import type { PostedEntry, VatEffect, VatEffectKind } from '../../domain/ledger/entry-events.ts';
import { getEffectKind } from '../../domain/ledger/vat.ts';
import { cents, demand, sumOf } from './books.ts';
import { branchOf, withFieldsOfYear } from './boxes-by-nature.ts';

/**
 * What the VAT of an invoice or credit note must be, computed once more from the code and the lines of the entry: each code
 * is taxed on the sum of its lines, and what the return is told is what stands on the accounts.
 */
export function vatReconciles(
  entry: PostedEntry,
  file: CompanyFile,
  tolerance: bigint,
  credited: PostedEntry | undefined,
): void {
  const isCorrection = credited !== undefined && !isSameReturn(credited, entry, file);
  const isInvoice = entry.origin === 'invoice';
  const { vat = [] } = entry;
  demand(new Set(vat.map(({ vat_code_id }) => vat_code_id)).size === vat.length, 'a code is told twice');
  const named = new Set(entry.lines.flatMap(({ vat_code_id }) => vat_code_id ?? []));
  for (const id of named)
    demand(
      vat.some(({ vat_code_id }) => vat_code_id === id),
      `code ${id} is not told`,
    );
  let owed = 0n;
  for (const effect of vat) owed += reconciledCode(effect, entry, file, { isInvoice, isCorrection, tolerance });
  const parties = entry.lines.filter(({ third_party_id }) => third_party_id !== null);
  demand(parties.length <= 1, 'a document has one line of the third party');
  const onParty = sumOf(parties.map(({ debit, credit }) => cents(debit) - cents(credit)));
  demand(onParty === -owed, `the third party has ${onParty} where ${-owed} is due`);
  demand(entry.third_party_id !== null, 'a document is for a third party');
}

/** Gives what the third party is charged by this code, as a debit of the accounts behind it. */
function reconciledCode(
  effect: VatEffect,
  entry: PostedEntry,
  file: CompanyFile,
  { isInvoice, isCorrection, tolerance }: { isInvoice: boolean; isCorrection: boolean; tolerance: bigint },
): bigint {
  const { data } = file.records['vat-codes']!.byId.get(effect.vat_code_id)!;
  const at = `code ${effect.vat_code}`;
  demand(data['code'] === effect.vat_code, `${at} has another name`);
  const isPurchase = data['direction'] === 'purchase';
  /** As on the document: what a credit note takes back is positive there. */
  const reported = (amount: string): bigint => (isInvoice ? cents(amount) : -cents(amount));
  const [base, due] = [reported(effect.base), reported(effect.due)];
  const [deducted, cost] = [reported(effect.deductible), reported(effect.non_deductible)];

  const owesItself = isPurchase && (data['due_account_id'] ?? null) !== null;
  const tax = isPurchase ? deducted + cost : due;
  demand(due === (owesItself || !isPurchase ? tax : 0n), `${at} owes ${due} of a tax of ${tax}`);
  demand(isPurchase || (deducted === 0n && cost === 0n), `${at} deducts on a sale`);
  const difference = tax - (isTaxed(data) ? percentage(base, data['rate'] as string) : 0n);
  demand(-tolerance <= difference && difference <= tolerance, `${at} taxes ${base} with ${tax}`);
  demand(
    deducted === percentage(tax, deductibleRate(data, file, isPurchase, entry.entry_date)),
    `${at} deducts ${deducted} of ${tax}`,
  );

  /** Of the entry, on the side where the costs of a purchase invoice stand. */
  const side = isPurchase === isInvoice ? 1n : -1n;
  const onAccounts = (test: (accountId: number) => boolean): bigint =>
    sumOf(
      entry.lines
        .filter(({ vat_code_id, account_id }) => vat_code_id === effect.vat_code_id && test(account_id))
        .map(({ debit, credit }) => side * (cents(debit) - cents(credit))),
    );
  const ofTax = new Set([data['due_account_id'], data['deductible_account_id']]);
  demand(onAccounts((id) => !ofTax.has(id)) === base + cost, `${at} has other lines than its base and its cost`);
  const onTax = deducted + (isPurchase ? -due : due);
  demand(onAccounts((id) => ofTax.has(id)) === onTax, `${at} has other tax on its accounts than it tells`);
  if (data['due_account_id'] !== data['deductible_account_id'] && !isPurchase)
    demand(onAccounts((id) => id === data['due_account_id']) === due, `${at} owes on another account`);

  // A code below zero is of the other kind than its document.
  const isOpposite = ([base, due, deducted, cost].find((amount) => amount !== 0n) ?? 0n) < 0n;
  const kind = isInvoice === isOpposite ? 'credit_note' : 'invoice';
  const shownKind = effect.effect ?? (isInvoice ? 'invoice' : 'credit_note');
  demand(shownKind === kind, `${at} is reported as ${shownKind} where it is ${kind}`);
  const sign = isOpposite ? -1n : 1n;
  const shares = { base: sign * base, due: sign * due, deducted: sign * deducted, cost: sign * cost };
  const filled = branchedSales(filledBoxes(boxesOf(data, kind, isCorrection), shares), effect, entry, file);
  const shown = effect.boxes.map(({ box, amount }) => `${box}=${cents(amount)}`);
  demand(shown.sort().join() === filled.sort().join(), `${at} fills ${shown.join()} instead of ${filled.join()}`);
  return side * (base + (owesItself ? 0n : tax));
}

function isSameReturn(one: PostedEntry, other: PostedEntry, { identity }: CompanyFile): boolean {
  const months = ['monthly', 'unit', 'franchise', 'exempt'].includes(identity.vat_regime) ? 1 : 3;
  const returnOf = (date: string) => `${date.slice(0, 4)}/${Math.floor((Number(date.slice(5, 7)) - 1) / months)}`;
  return returnOf(one.entry_date) === returnOf(other.entry_date);
}

/** What a reversal tells the return: nothing at all together with its entry, or what the code has for its kind. */
export function reversalReconciles(reversal: PostedEntry, entry: PostedEntry, file: CompanyFile): void {
  const { records } = file;
  const effects = reversal.vat ?? [];
  demand(effects.length === (entry.vat ?? []).length, `entry ${reversal.id} takes other codes back`);
  const isNetted = isSameReturn(entry, reversal, file);
  for (const [index, effect] of effects.entries()) {
    const was = entry.vat![index]!;
    const amounts = (one: VatEffect) => [one.base, one.due, one.deductible, one.non_deductible].map(cents);
    const taken = amounts(effect);
    demand(
      taken.join() ===
        amounts(was)
          .map((amount) => -amount)
          .join(),
      `${effect.vat_code} is not taken back`,
    );
    const shown = effect.boxes.map(({ box, amount }) => `${box}=${cents(amount)}`);
    if (isNetted) {
      const opposite = was.boxes.map(({ box, amount }) => `${box}=${-cents(amount)}`);
      demand(shown.join() === opposite.join(), `${effect.vat_code} is not netted`);
      demand(effect.effect === getEffectKind(was, entry.origin), `${effect.vat_code} is netted in other boxes`);
      continue;
    }
    const first = taken.find((amount) => amount !== 0n);
    if (first === undefined) continue;
    const kind = first < 0n ? 'credit_note' : 'invoice';
    demand(effect.effect === kind, `${effect.vat_code} is put right as ${effect.effect}`);
    const [base, due, deducted, cost] = taken.map((amount) => (first < 0n ? -amount : amount)) as [
      bigint,
      bigint,
      bigint,
      bigint,
    ];
    const filled = filledBoxes(boxesOf(records['vat-codes']!.byId.get(effect.vat_code_id)!.data, kind, true), {
      base,
      due,
      deducted,
      cost,
    });
    const branches = was.boxes.filter(({ box }) => BRANCHES.test(`${box}=`));
    const expected = filled.some((one) => one.startsWith('472='))
      ? [
          ...filled.filter((one) => !BRANCHES.test(one)),
          ...branches.map(({ box, amount }) => `${box}=${-cents(amount)}`),
        ]
      : filled;
    demand(shown.sort().join() === expected.sort().join(), `${effect.vat_code} puts ${shown.join()} right`);
  }
}

const BRANCHES = /^(001|002|004)=/;

/** The turnover of Luxembourg, line by line in the field of its account. */
function branchedSales(filled: string[], effect: VatEffect, entry: PostedEntry, file: CompanyFile): string[] {
  const turnover = filled.find((one) => one.startsWith('472='));
  if (turnover === undefined) return filled;
  const code = file.records['vat-codes']!.byId.get(effect.vat_code_id)!.data;
  const branches = new Map<string, bigint>();
  for (const line of entry.lines) {
    if (line.vat_code_id !== effect.vat_code_id || line.account_id === code['due_account_id']) continue;
    const number = file.records['accounts']!.byId.get(line.account_id)!.data['number'] as string;
    const branch = branchOf(number, code);
    if (branch !== null) branches.set(branch, (branches.get(branch) ?? 0n) + cents(line.credit) - cents(line.debit));
  }
  const others = filled.filter((one) => !BRANCHES.test(one));
  const own = [...branches].filter(([field]) => BRANCHES.test(`${field}=`) && branches.get(field) !== 0n);
  return [...others, ...own.map(([field, amount]) => `${field}=${amount}`)];
}

function boxesOf(data: Readonly<Record<string, unknown>>, kind: VatEffectKind, isCorrection: boolean): BoxEffects {
  const boxes = data['boxes'] as PackVatCode['boxes'];
  if (kind === 'invoice') return withFieldsOfYear(boxes.invoice, data);
  const all = withFieldsOfYear(boxes.creditNote, data);
  // Belgian intra-Community purchases of an earlier return are credited in 84, 62 and 63 alone.
  if (!isCorrection || !all.base.some(({ box }) => box === '84')) return all;
  const added = (effects: BoxEffects['base']) => effects.filter(({ sign }) => sign === 1);
  return { base: added(all.base), due: all.due, deductible: all.deductible, nonDeductible: added(all.nonDeductible) };
}

function isTaxed(data: Readonly<Record<string, unknown>>): boolean {
  if (data['direction'] === 'purchase') return !['exempt', 'outside_scope', 'export'].includes(data['kind'] as string);
  return ['standard', 'margin'].includes(data['kind'] as string) || (data['due_account_id'] ?? null) !== null;
}

function deductibleRate(
  data: Readonly<Record<string, unknown>>,
  { identity }: CompanyFile,
  isPurchase: boolean,
  date: string,
): string {
  const deductsNothing = ['franchise', 'exempt'].includes(identity.vat_regime ?? '');
  if (!isPurchase || deductsNothing || ['non_deductible', 'margin'].includes(data['kind'] as string)) return '0.00';
  const rate = data['deductible_rate'] as string;
  const { settings } = identity;
  if (settings['vat.pro_rata.special'] === true) return rate;
  const years = (settings['vat.pro_rata.by_year'] ?? []) as readonly { year: number; percent: string }[];
  const ofYear = years.find(({ year }) => String(year) === date.slice(0, 4))?.percent;
  const share = ofYear ?? ((settings['vat.pro_rata.general'] ?? '100.00') as string);
  return (Number(percentage(cents(rate), share)) / 100).toFixed(2);
}

/** Half up to the cent, away from zero on both sides of it. */
function percentage(amount: bigint, rate: string): bigint {
  const product = amount * cents(rate);
  const half = product < 0n ? -5_000n : 5_000n;
  return (product + half) / 10_000n;
}

function filledBoxes(
  effects: BoxEffects,
  { base, due, deducted, cost }: Readonly<Record<'base' | 'due' | 'deducted' | 'cost', bigint>>,
): string[] {
  const boxes = new Map<string, bigint>();
  const parts = [
    [effects.base, base],
    [effects.due, due],
    [effects.deductible, deducted],
    [effects.nonDeductible, cost],
  ] as const;
  for (const [list, amount] of parts)
    for (const { box, sign } of list) boxes.set(box, (boxes.get(box) ?? 0n) + BigInt(sign) * amount);
  return [...boxes].filter(([, amount]) => amount !== 0n).map(([box, amount]) => `${box}=${amount}`);
}
