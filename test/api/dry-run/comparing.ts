import type { AnswerBody, Client } from '../../support/client.ts';
import type { TestService } from '../../support/service.ts';

/** Compares the entries of a dry run with those that the real request posts. */

/** Everything that a request may leave behind. */
export async function countTraces({ core }: TestService) {
  const { rows } = await core.pool.query<{ keys: number; mails: number }>(
    `SELECT (SELECT count(*)::int FROM ops.idempotence) AS keys, (SELECT count(*)::int FROM read.mails) AS mails`,
  );
  return { head: await core.log.readHead(), ...rows[0]! };
}

/** All entries in the answer of a dry run, each once. */
export function listPreviews(answer: unknown): AnswerBody[] {
  const found = new Map<string, AnswerBody>();
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('boxes' in value && 'total_debit' in value) found.set(JSON.stringify(value), value as unknown as AnswerBody);
    else for (const member of Object.values(value)) look(member);
  };
  look(answer);
  return [...found.values()];
}

/** The entries posted after a position of the log, as the service shows them. */
export async function readPosted(
  service: TestService,
  client: Client,
  path: string,
  head: number,
): Promise<AnswerBody[]> {
  const posted: AnswerBody[] = [];
  for await (const events of service.core.log.readAll(head))
    for (const { type, data } of events)
      if (type === 'EntryPosted') posted.push(await client.ok(`${path}/entries/${(data as { id: number }).id}`));
  return posted;
}

/** What a preview and an entry have in common, without the ids of what the request creates. */
export function withoutIds(entry: AnswerBody) {
  const { origin, number, entry_date, due_date, label, reference, total_debit, total_credit } = entry;
  const { credited_entry_id, journal, third_party, lines, vat } = entry as unknown as Shown;
  return {
    ...{ origin, number, entry_date, due_date, label, reference, total_debit, total_credit, credited_entry_id },
    journal: journal.code,
    third_party: third_party?.name ?? null,
    lines: lines.map(({ account, debit, credit, label: text, vat_code, analytics, ...line }) => ({
      account: account.number,
      ...{ debit, credit, text, vat_code, analytics, due_date: line.due_date, reference: line.reference },
    })),
    vat: vat.map(({ line_id: _own, ...effect }) => effect),
  };
}

interface Shown {
  readonly credited_entry_id: number | null;
  readonly journal: { readonly code: string };
  readonly third_party: { readonly name: string } | null;
  readonly lines: readonly (AnswerBody & { readonly account: { readonly number: string } })[];
  readonly vat: readonly Readonly<Record<string, unknown>>[];
}
