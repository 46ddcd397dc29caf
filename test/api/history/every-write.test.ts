import { expect } from 'chai';
import type { Route } from '../../../api/http/routing/route.ts';
import { routes } from '../../../api/routes.ts';
import { FINAL_REASONS } from '../../../domain/history/final-reasons.ts';
import type { AnswerBody } from '../../support/client.ts';
import { nameOf, noteOf, prepared, send } from '../access/requests.ts';
import { setScene, useStage, type Scene } from '../access/scene.ts';
import { ownerOf } from '../access/subjects.ts';

const FILE = '/v1/companies/{company}';
const FINAL: ReadonlySet<string> = new Set(FINAL_REASONS);

const isFinal = ({ reason }: AnswerBody): boolean => FINAL.has(reason as string);

/** Examples that something depends on, so that their undo waits for it, or that change nothing. */
const DEPENDS: Readonly<Record<string, string>> = {
  [`POST ${FILE}/sync/conflicts/{id}/resolve`]: 'nothing_to_revert',
};

/** Every write of a company file, as its example makes it: it can be undone and done again, or the closed list says why not. */
describe('The undo of every write of a company file', function () {
  this.timeout(120_000);
  const stage = useStage();
  const writes = routes.filter(
    (route) => route.method !== 'get' && route.path.startsWith(FILE) && noteOf(route).refusal === undefined,
  );
  let scene: Scene;

  before(async () => {
    scene = await setScene(stage);
  });

  async function findComplaint(route: Route): Promise<string | null> {
    const request = await prepared(route, scene, ownerOf(scene));
    const answer = await send(scene.owner, route, request);
    const operation = answer.headers.get('x-operation-id');
    if (operation === null || answer.status >= 300) return null;
    const history = `/v1/companies/${(request.file ?? scene.file).token}/history/operations`;
    const revert = (id: string) => scene.owner.post<AnswerBody>(`${history}/${id}/revert`);
    const undone = await revert(operation);
    if (undone.status === 404) return null;
    if (undone.status !== 200) {
      return isFinal(undone.body) || DEPENDS[nameOf(route)] === undone.body.reason
        ? null
        : `cannot be undone: ${undone.text}`;
    }
    const again = await revert(String(undone.body.operation_id));
    return again.status === 200 || isFinal(again.body) ? null : `cannot be done again: ${again.text}`;
  }

  it('can be undone itself, unless the closed list names the reason', async () => {
    const complaints: string[] = [];
    for (const route of writes) {
      const complaint = await findComplaint(route);
      if (complaint !== null) complaints.push(`${nameOf(route)} ${complaint.slice(0, 400)}`);
    }
    expect(complaints.join('\n')).to.equal('');
  });
});
