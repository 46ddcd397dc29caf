import { collectFacts, createFacts, type Facts } from '../../console/audit/facts.ts';
import type { Question } from '../../console/audit/finding.ts';
import { QUESTIONS } from '../../console/audit/questions.ts';
import type { LogEvent } from '../../console/history/chain.ts';
import { expect } from 'chai';
import type { Client } from './client.ts';

/** What an auditor and a bookkeeper see in a company file of the demo. */

export async function readFacts(url: string, client: Client, path: string): Promise<Facts> {
  const response = await fetch(`${url}${path}/events`, { headers: { Authorization: `Bearer ${client.token}` } });
  expect(response.status).to.equal(200);
  const facts = createFacts();
  for (const line of (await response.text()).split('\n'))
    if (line !== '') collectFacts(facts, JSON.parse(line) as LogEvent);
  return facts;
}

/** Number of findings by question. */
export const countFindings = (facts: Facts): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries<Question>(QUESTIONS).map(([name, { answer }]) => [name, answer(facts, 'BE').length]),
  );

export interface OpenItems {
  /** Number of open items by account. */
  readonly byAccount: Readonly<Record<string, number>>;
  /** Share of the sale and purchase entries that are open. */
  readonly openShare: number;
}

const TRADE: ReadonlySet<string> = new Set(['VEN', 'ACH']);

export async function readOpenItems(client: Client, path: string, day: string, facts: Facts): Promise<OpenItems> {
  const { status, body } = await client.get<{
    total: number;
    data: readonly { entry_id: number; account: { number: string }; journal: { code: string } }[];
  }>(`${path}/open-items?as_of=${day}&per_page=200`);
  expect(status).to.equal(200);
  expect(body.total, 'on one page').to.equal(body.data.length);
  const byAccount: Record<string, number> = {};
  for (const { account } of body.data) byAccount[account.number] = (byAccount[account.number] ?? 0) + 1;
  const open = new Set(body.data.flatMap(({ entry_id, journal }) => (TRADE.has(journal.code) ? [entry_id] : [])));
  const all = facts.entries.filter(({ journal }) => TRADE.has(journal));
  return { byAccount, openShare: open.size / all.length };
}
