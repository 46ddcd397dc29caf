import { routes } from '../../api/routes.ts';
import { FINAL_REASONS } from '../../domain/history/final-reasons.ts';
import { nameOf, prepared, send } from '../api/access/requests.ts';
import type { Scene } from '../api/access/scene.ts';
import { ownerOf } from '../api/access/subjects.ts';
import { readState } from '../api/history/state.ts';
import type { HistoryBooks } from '../api/history/support.ts';
import type { Failure } from './plan.ts';
import type { Random } from './world/random.ts';

/** Commands whose undo restores what was there before. */
const UNDONE = [
  ...['entries', 'entries/invoice', 'entries/credit-note', 'entries/{id}/reverse', 'lettering', 'third-parties'],
  ...['fixed-assets', 'coda-files', 'bank-transactions/{id}/match', 'bank-transactions/{id}/ignore'],
].map((path) => `POST /v1/companies/{company}/${path}`);

/** Undoes commands at the end of an episode and compares the books with those before. */
export async function checkUndo(scene: Scene, random: Random, count: number): Promise<Failure[]> {
  const { owner, file } = scene;
  const failures: Failure[] = [];
  // The members of the books that the state is read from.
  const books = {
    firm: { client: owner },
    file: { path: file.path, fiscalYearId: file.fiscalYear.id },
    balances: () => readBalances(scene),
  } as unknown as HistoryBooks;
  for (let index = 0; index < count; index += 1) {
    const name = random.pick(UNDONE);
    const route = routes.find((one) => nameOf(one) === name)!;
    const request = await prepared(route, scene, ownerOf(scene));
    const before = await readState(books);
    const answer = await send(owner, route, request);
    const operation = answer.headers.get('x-operation-id');
    if (answer.status >= 300 || operation === null) continue;
    const undone = await owner.post(`${file.path}/history/operations/${operation}/revert`);
    if (undone.status !== 200) {
      if (!(FINAL_REASONS as readonly unknown[]).includes(undone.body['reason']))
        failures.push({
          check: 'undo restores',
          details: `${nameOf(route)}: ${undone.status} ${undone.text.slice(0, 300)}`,
        });
      continue;
    }
    const after = await readState(books);
    if (after !== before)
      failures.push({ check: 'undo restores', details: `${nameOf(route)}: ${describe(before, after)}` });
  }
  return failures;
}

async function readBalances({ owner, file }: Scene): Promise<Record<string, string>> {
  const body = await owner.ok(`${file.path}/reports/trial-balance?fiscal_year_id=${file.fiscalYear.id}`);
  const rows = body['rows'] as { account: { number: string }; balance: string }[];
  const balances = rows.map((row) => [row.account.number, row.balance] as const);
  return Object.fromEntries(balances.filter(([, balance]) => balance !== '0.00'));
}

function describe(before: string, after: string): string {
  const [old, current] = [before.split('\n'), after.split('\n')];
  const gone = old.filter((line) => !current.includes(line)).slice(0, 4);
  const added = current.filter((line) => !old.includes(line)).slice(0, 4);
  return `before ${gone.join(' ')}, after ${added.join(' ')}`;
}
