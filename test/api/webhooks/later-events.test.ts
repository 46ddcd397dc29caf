import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { routes } from '../../../api/routes.ts';
import { buildDataSchema } from '../../../domain/webhooks/announced-events.ts';
import { LATER_ANNOUNCED_EVENTS } from '../../../domain/webhooks/later-events.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import type { GatheredAnnouncement } from '../../../projections/engine/batch.ts';
import { replayAnnouncements, type FileSpan } from '../../../projections/engine/past-announcements.ts';
import { nameOf, prepared, send } from '../access/requests.ts';
import { setScene, useStage, type Scene } from '../access/scene.ts';
import { ownerOf } from '../access/subjects.ts';

const FILE = '/v1/companies/{company}';

/** The example of the route that has each event announced. */
const MADE_BY: Readonly<Record<string, string>> = {
  'lettering.changed': `DELETE ${FILE}/lettering/{id}`,
  'period.locked': `POST ${FILE}/fiscal-years/{id}/periods/{period}/lock`,
  'vat.filed': `POST ${FILE}/vat-declarations/{id}/filed`,
  'sepa.created': `POST ${FILE}/sepa-files`,
  'conflict.opened': `POST ${FILE}/sync/conflicts/{id}/resolve`,
  'document.credited': `POST ${FILE}/documents/{id}/credit`,
  'revaluation.posted': `POST ${FILE}/fiscal-years/{id}/revaluation`,
  'filing.filed': `POST ${FILE}/annual-filings/{fiscalYear}/filed`,
};

/** Of the others, test/api/lifecycle/platform.test.ts and test/api/document-imports/analysis.test.ts show theirs. */
const SHOWN_ELSEWHERE = ['document.lifecycle_changed', 'document.import_failed'];

describe('Webhook events after the first version', () => {
  const stage = useStage();
  const validator = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } });
  let scene: Scene;

  before(async () => {
    scene = await setScene(stage);
  });

  it('are each shown by a test', () => {
    expect([...Object.keys(MADE_BY), ...SHOWN_ELSEWHERE]).to.have.members(
      LATER_ANNOUNCED_EVENTS.map(({ event }) => event),
    );
  });

  for (const [event, name] of Object.entries(MADE_BY))
    it(`announce ${event} with the data of the catalogue`, async () => {
      const route = routes.find((one) => nameOf(one) === name)!;
      const request = await prepared(route, scene, ownerOf(scene));
      const body = event === 'document.credited' ? { ...(request.body as object), book: true } : request.body;
      const answer = await send(scene.owner, route, { ...request, body });
      expect(answer.status, answer.text).to.be.within(200, 299);
      const { rows } = await stage.service.core.pool.query<{ data: JsonRecord }>(
        'SELECT data FROM ops.outbox WHERE event = $1 ORDER BY number',
        [event],
      );
      const announced = LATER_ANNOUNCED_EVENTS.find((one) => one.event === event)!;
      expect(rows, event).not.to.deep.equal([]);
      for (const { data } of rows) {
        expect(Object.keys(data)).to.have.members(Object.keys(announced.fields));
        expect(validator.validate(buildDataSchema(announced), data), JSON.stringify(validator.errors)).to.equal(true);
      }
      if (event === 'lettering.changed')
        expect(rows.map(({ data }) => data['change'])).to.include.members(['lettered', 'unlettered']);
    });

  it('are computed again from the log as they were announced', async () => {
    const { pool, log } = stage.service.core;
    const { rows } = await pool.query<GatheredAnnouncement>(
      'SELECT event_id, firm_id, company_id, event, data, created_at, position FROM ops.outbox ORDER BY number',
    );
    const told = new Map(rows.map((row) => [row.event_id, row]));
    const { rows: moments } = await pool.query<FileSpan>(
      `SELECT company_id AS "companyId", min(revision) AS first, count(*)::integer AS count FROM read.activity
       WHERE stream = 'company-' || company_id GROUP BY company_id, recorded_at`,
    );
    const again = new Map<string, GatheredAnnouncement>();
    for (const moment of moments)
      for await (const some of replayAnnouncements(pool, log, moment))
        for (const one of some) again.set(one.event_id, one);
    for (const [id, one] of told) expect(again.get(id), one.event).to.deep.equal(one);
  });
});
