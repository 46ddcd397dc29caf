import { expect } from 'chai';
import { canTakeKnownAt } from '../../../api/http/routing/known-at.ts';
import { routes } from '../../../api/routes.ts';
import { sample } from '../../support/long.ts';
import { nameOf, prepared, send } from './requests.ts';
import { setScene, useStage, type Scene } from './scene.ts';
import { ownerOf } from './subjects.ts';
import { together } from './together.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

describe('Every read of a company file, as known at any moment', function () {
  this.timeout(120_000);
  const stage = useStage();
  let scene: Scene;
  before(async () => {
    scene = await setScene(stage);
  });

  it('answers before, at and after the creation of the file', async () => {
    // A short run asks each route for two of the moments, in turns.
    const reads = routes.filter(canTakeKnownAt).map((route, turn) => ({ route, turn }));
    const failed = await together(reads, async ({ route, turn }) => {
      const request = await prepared(route, scene, ownerOf(scene));
      const file = request.file ?? scene.file;
      const { created_at } = await scene.owner.ok<{ created_at: string }>(`/v1/companies/${file.token}`);
      const created = Date.parse(created_at);
      const statuses: number[] = [];
      const moments = [created - 30 * DAY_MS, created - 1, created, Date.now()];
      for (const moment of sample(moments, (_moment, place) => place % 2 === turn % 2)) {
        const mark = request.path.includes('?') ? '&' : '?';
        const path = `${request.path}${mark}known_at=${new Date(moment).toISOString()}`;
        statuses.push((await send(scene.owner, route, { ...request, path })).status);
      }
      return statuses.every((status) => status < 500) ? null : `${nameOf(route)}: ${statuses.join()}`;
    });
    expect(failed.filter((one) => one !== null)).to.deep.equal([]);
  });
});
