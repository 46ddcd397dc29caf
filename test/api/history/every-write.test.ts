import { expect } from 'chai';
import fc from 'fast-check';
import type { Route } from '../../../api/http/routing/route.ts';
import { routes } from '../../../api/routes.ts';
import { FINAL_REASONS } from '../../../domain/history/final-reasons.ts';
import type { AnswerBody } from '../../support/client.ts';
import { isLongRun, sample } from '../../support/long.ts';
import { nameOf, noteOf, prepared, send } from '../access/requests.ts';
import { setScene, useStage, type Scene } from '../access/scene.ts';
import { ownerOf } from '../access/subjects.ts';
import { findDifference, readFileState } from './file-state.ts';

const FILE = '/v1/companies/{company}';
const FINAL: ReadonlySet<string> = new Set(FINAL_REASONS);

const isFinal = ({ reason }: AnswerBody): boolean => FINAL.has(reason as string);

/** Changes of the example, so that it changes something. */
const CHANGED_BODIES: Readonly<Record<string, object>> = {
  [`POST ${FILE}/lettering/auto`]: { dry_run: false },
  [`POST ${FILE}/bank-transactions/auto-match`]: { dry_run: false },
  // What was issued keeps its number when that is undone, and so it stays: the tests of documents undo this.
  [`POST ${FILE}/documents/{id}/credit`]: { reason: 'Goods returned', date: '2026-01-31' },
  [`POST ${FILE}/documents/{id}/convert`]: { kind: 'invoice', date: '2026-01-31' },
};

/** They match the records that others leave, so they come last. */
const COMES_LAST: readonly string[] = [`POST ${FILE}/lettering/auto`, `POST ${FILE}/bank-transactions/auto-match`];

/** In other orders than the usual one, and after a third of the others, there may be nothing left to match. */
const mayFindNothing = (name: string): boolean =>
  (process.env['PROPERTY_SEED'] !== undefined && CHANGED_BODIES[name] !== undefined) ||
  (!isLongRun && COMES_LAST.includes(name));

/** What comes first, with the parameters of the route itself. */
const COMES_FIRST: Readonly<Record<string, string>> = {
  [`POST ${FILE}/fiscal-years/{id}/periods/{period}/unlock`]: '../lock',
};

/** The closed list of routes whose example records nothing in the file that could be undone. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  [`DELETE ${FILE}`]: 'the file is in the recycle bin, and its history with it',
  [`DELETE ${FILE}/logo`]: 'the example has no logo; the undo of a logo is final',
  [`POST ${FILE}/migrations`]: 'runs later; the undo of a migration is final',
  [`POST ${FILE}/peppol`]: 'registers at the access point, which is final',
  [`PATCH ${FILE}/peppol`]: 'the example changes nothing; test/api/peppol/loopback.test.ts undoes options',
  [`POST ${FILE}/peppol/transfer`]: 'asks the holder of the number, whose file records it',
  [`POST ${FILE}/peppol/receive`]: 'there is nothing to receive',
  [`POST ${FILE}/peppol/validate`]: 'only checks',
  [`POST ${FILE}/peppol/messages/{id}/resend`]: 'sends later, which is final',
  [`POST ${FILE}/sync/push`]: 'carries requests of other routes',
  [`POST ${FILE}/sync/conflicts/{id}/resolve`]: 'the example keeps what is there: nothing to undo',
  [`POST ${FILE}/vat-declarations/{id}/refresh`]: 'the example changes nothing; any-history.test.ts undoes it',
  [`POST ${FILE}/mails/preview`]: 'only shows',
  [`POST ${FILE}/mail/senders`]: 'asks for a confirmation, which is recorded',
  [`POST ${FILE}/document-imports/{id}/process`]: 'reads the file again, with the same result',
  [`POST ${FILE}/entries/preview`]: 'only shows',
  [`POST ${FILE}/journal-rules/test`]: 'only shows',
  [`POST ${FILE}/bank-rules/try`]: 'only shows',
  [`POST ${FILE}/integrations/{id}/run`]: 'runs later',
};

/** Tables that an undo leaves as they are, because the reversed entries need them. */
const STAYS: Readonly<Record<string, readonly string[]>> = {
  [`POST ${FILE}/fiscal-years/{id}/revaluation`]: ['accounts', 'fiscal_years'],
};

/**
 * Every write of a company file, as its example makes it, in any order: it can be undone and done again, and the file is
 * then as before and as after, or the closed list says why not.
 */
describe('The undo of every write of a company file', function () {
  this.timeout(240_000);
  const stage = useStage();
  const writes = routes.filter(
    (route) => route.method !== 'get' && route.path.startsWith(FILE) && noteOf(route).refusal === undefined,
  );
  let scene: Scene;

  before(async () => {
    scene = await setScene(stage);
  });

  async function findComplaint(route: Route): Promise<string | null> {
    const name = nameOf(route);
    const request = await prepared(route, scene, ownerOf(scene));
    const { token } = request.file ?? scene.file;
    const readState = () => readFileState(stage.service, token);
    const revert = (id: string) =>
      scene.owner.post<AnswerBody>(`/v1/companies/${token}/history/operations/${id}/revert`);
    const first = COMES_FIRST[name];
    if (first !== undefined)
      await scene.owner.expect(200).post(new URL(`${scene.owner.url}${request.path}/${first}`).pathname);
    const before = await readState();
    const changed = CHANGED_BODIES[name];
    const answer = await send(scene.owner, route, changed ? { ...request, body: changed } : request);
    const operation = answer.headers.get('x-operation-id');
    if (operation === null || answer.status >= 300)
      return LEFT_OUT[name] !== undefined || mayFindNothing(name) ? null : `records nothing: ${answer.text}`;
    const after = await readState();
    const undone = await revert(operation);
    if (undone.status !== 200)
      return isFinal(undone.body) || LEFT_OUT[name] !== undefined ? null : `cannot be undone: ${undone.text}`;
    if (LEFT_OUT[name] !== undefined) return 'is in the list of those left out, but can be undone';
    const compared = new Map([...before].filter(([table]) => !STAYS[name]?.includes(table)));
    const left = findDifference(compared, await readState());
    if (left !== null) return `is undone, but: ${left}`;
    const again = await revert(String(undone.body.operation_id));
    if (again.status !== 200) return isFinal(again.body) ? null : `cannot be done again: ${again.text}`;
    const differs = findDifference(after, await readState());
    return differs === null ? null : `is done again, but: ${differs}`;
  }

  it('is left out only if there is such a route', () => {
    const names = new Set(writes.map(nameOf));
    const listed = [LEFT_OUT, CHANGED_BODIES, COMES_FIRST, STAYS].flatMap((list) => Object.keys(list));
    expect(listed.filter((name) => !names.has(name))).to.deep.equal([]);
  });

  it('can be undone itself, unless the closed list names the reason', async () => {
    const complaints: string[] = [];
    const [order] = fc.sample(fc.shuffledSubarray(writes, { minLength: writes.length }), { numRuns: 1 });
    const isLast = (route: (typeof writes)[number]): boolean => COMES_LAST.includes(nameOf(route));
    // A short run makes every fifth one.
    const made = sample(
      order!.filter((one) => !isLast(one)),
      (_route, turn) => turn % 5 === 0,
    );
    for (const route of [...made, ...order!.filter(isLast)]) {
      const complaint = await findComplaint(route);
      if (complaint !== null) complaints.push(`${nameOf(route)} ${complaint.slice(0, 1500)}`);
    }
    expect(complaints.join('\n')).to.equal('');
  });
});
