import type { RequestedShare } from '../../analytics/allocation.ts';
import type { DefaultShare } from '../../analytics/default-shares.ts';
import { filterUsableDefaults } from '../../analytics/line-defaults.ts';
import { findFirstRule, buildRuledLines, type MovementFacts } from '../../bank-rules/evaluate.ts';
import { accounts } from '../../accounts/account.ts';
import { vatCodes } from '../../vat-codes/vat-code.ts';
import { absolute, isNegative, negate } from '../../money.ts';
import { findLiveRecord } from '../../records/state.ts';
import { buildIbanKey, buildNameKey, type PastMatch } from './knowledge.ts';
import type { Suggestion } from './movement.ts';
import { buildLineOn, buildSuggestion, type Seen } from './examined-transaction.ts';

/** Suggestions by bank rules and by earlier bookings. */
export function suggestByRuleOrPast(seen: Seen): readonly Suggestion[] {
  return [...suggestByRule(seen), ...suggestByPast(seen)];
}

const toMovementFacts = ({ movement, rest }: Seen): MovementFacts => ({
  direction: isNegative(rest) ? 'out' : 'in',
  amount: absolute(rest),
  counterparty_name: movement.counterpart_name,
  counterparty_iban: movement.counterpart_iban,
  communication: movement.communication,
  structured_communication: movement.structured_communication,
  bank_code: movement.bank_code,
  date: movement.entry_date,
  end_to_end_id: movement.end_to_end_id,
});

function suggestByRule(seen: Seen): readonly Suggestion[] {
  const { rest, knowledge } = seen;
  const movement = toMovementFacts(seen);
  const rule = findFirstRule(knowledge.rules, movement);
  if (!rule) return [];
  const lines = buildRuledLines(rule, movement).map(
    ({ account_id, amount, third_party_id, vat_code_id, label, analytics }) =>
      buildLineOn(account_id, isNegative(rest) ? negate(amount) : amount, knowledge.file, {
        third_party_id,
        label,
        ...resolveVatCode(vat_code_id, knowledge.file),
        ...(analytics && { analytics: resolveShares(analytics, movement.date, knowledge.file) }),
      }),
  );
  const reason = { code: 'suggested_by_rule', params: { name: rule.name } };
  // A rule that is not automatic only proposes.
  return [buildSuggestion('rule', rule.is_automatic ? 0.96 : 0.8, [reason], [], { lines, rule_id: rule.id })];
}

/** Null if the codes of the rule are no longer in use: then the defaults apply. */
function resolveShares(
  analytics: readonly DefaultShare[],
  date: string,
  file: Seen['knowledge']['file'],
): readonly RequestedShare[] | null {
  const shares = filterUsableDefaults(analytics, date, file);
  if (shares.length === 0 && analytics.length > 0) return null;
  return shares.map(({ code_id, code, axis, share = null }) => ({ code_id, code, axis, share, amount: null }));
}

const resolveVatCode = (id: number | null | undefined, file: Seen['knowledge']['file']) => ({
  vat_code: findLiveRecord(file.records, vatCodes, id)?.data.code ?? null,
  vat_code_id: findLiveRecord(file.records, vatCodes, id) ? (id ?? null) : null,
});

/** Number of equal bookings in a row that suggests the next one. */
const OFTEN = 3;

function suggestByPast({ movement, rest, knowledge }: Seen): readonly Suggestion[] {
  const { counterpart_iban: iban, counterpart_name: name } = movement;
  const past: readonly PastMatch[] =
    (iban === null ? undefined : knowledge.past.get(buildIbanKey(iban))) ??
    (name === null ? undefined : knowledge.past.get(buildNameKey(name))) ??
    [];
  const [latest] = past.map(({ lines }) => lines[0]!);
  if (!latest || !findLiveRecord(knowledge.file.records, accounts, latest.account_id)?.data.is_active) return [];
  const isSame = ({ lines: [line] }: PastMatch) =>
    line!.account_id === latest.account_id && line!.vat_code_id === latest.vat_code_id;
  const count = past.findIndex((one) => !isSame(one));
  const times = count === -1 ? past.length : count;
  const line = buildLineOn(latest.account_id, rest, knowledge.file, {
    third_party_id: latest.third_party_id ?? null,
    ...resolveVatCode(latest.vat_code_id, knowledge.file),
  });
  const reason = { code: 'suggested_by_past', params: { count: times } };
  return [buildSuggestion('past', times >= OFTEN ? 0.75 : 0.55, [reason], [], { lines: [line] })];
}
