import type { RequestedShare } from '../../analytics/allocation.ts';
import type { DefaultShare } from '../../analytics/default-shares.ts';
import { usable } from '../../analytics/line-defaults.ts';
import { firstRule, linesOf, type MovementFacts } from '../../bank-rules/evaluate.ts';
import { accounts } from '../../accounts/account.ts';
import { vatCodes } from '../../vat-codes/vat-code.ts';
import { absolute, isNegative, negate } from '../../money.ts';
import { living } from '../../records/state.ts';
import { lineOn } from './differences.ts';
import { pastOfIban, pastOfName, type PastMatch } from './knowledge.ts';
import type { Suggestion } from './movement.ts';
import { suggestion, type Seen } from './examined-transaction.ts';

/** By the rules that people have made, and by what they have done before. */
export function byRuleOrPast(seen: Seen): readonly Suggestion[] {
  return [...byRule(seen), ...byPast(seen)];
}

const factsOf = ({ movement, rest }: Seen): MovementFacts => ({
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

function byRule(seen: Seen): readonly Suggestion[] {
  const { rest, knowledge } = seen;
  const movement = factsOf(seen);
  const rule = firstRule(knowledge.rules, movement);
  if (!rule) return [];
  const lines = linesOf(rule, movement).map(({ account_id, amount, third_party_id, vat_code_id, label, analytics }) =>
    lineOn(account_id, isNegative(rest) ? negate(amount) : amount, knowledge.file, {
      third_party_id,
      label,
      ...namedCode(vat_code_id, knowledge.file),
      ...(analytics && { analytics: sharesOn(analytics, movement.date, knowledge.file) }),
    }),
  );
  const reason = { code: 'suggested_by_rule', params: { name: rule.name } };
  // One that is not automatic is only ever proposed.
  return [suggestion('rule', rule.is_automatic ? 0.96 : 0.8, [reason], [], { lines, rule_id: rule.id })];
}

/** Null where the codes of the rule are no longer used: then the defaults count, as if it had named none. */
function sharesOn(
  analytics: readonly DefaultShare[],
  date: string,
  file: Seen['knowledge']['file'],
): readonly RequestedShare[] | null {
  const shares = usable(analytics, date, file);
  if (shares.length === 0 && analytics.length > 0) return null;
  return shares.map(({ code_id, code, axis, share = null }) => ({ code_id, code, axis, share, amount: null }));
}

const namedCode = (id: number | null | undefined, file: Seen['knowledge']['file']) => ({
  vat_code: living(file.records, vatCodes, id)?.data.code ?? null,
  vat_code_id: living(file.records, vatCodes, id) ? (id ?? null) : null,
});

/** So many in a row that went the same way say that the next may. */
const OFTEN = 3;

function byPast({ movement, rest, knowledge }: Seen): readonly Suggestion[] {
  const { counterpart_iban: iban, counterpart_name: name } = movement;
  const past: readonly PastMatch[] =
    (iban === null ? undefined : knowledge.past.get(pastOfIban(iban))) ??
    (name === null ? undefined : knowledge.past.get(pastOfName(name))) ??
    [];
  const [latest] = past.map(({ lines }) => lines[0]!);
  if (!latest || !living(knowledge.file.records, accounts, latest.account_id)?.data.is_active) return [];
  const isSame = ({ lines: [line] }: PastMatch) =>
    line!.account_id === latest.account_id && line!.vat_code_id === latest.vat_code_id;
  const count = past.findIndex((one) => !isSame(one));
  const times = count === -1 ? past.length : count;
  const line = lineOn(latest.account_id, rest, knowledge.file, {
    third_party_id: latest.third_party_id ?? null,
    ...namedCode(latest.vat_code_id, knowledge.file),
  });
  const reason = { code: 'suggested_by_past', params: { count: times } };
  return [suggestion('past', times >= OFTEN ? 0.75 : 0.55, [reason], [], { lines: [line] })];
}
