import { createTestDatabase } from '/work/main/test/support/database.ts';
import { createReadIndexes, createReadSchema, standingOf } from '/work/main/projections/schema.ts';
import { createProjector } from '/work/main/projections/support/projector.ts';
import { thirdPartiesFile } from '/work/main/bench/third-party.ts';
import { readCsv } from '/work/main/api/records/import/csv.ts';
import { readColumns } from '/work/main/api/records/import/columns.ts';
import { readRows } from '/work/main/api/records/import/rows.ts';
import { thirdParties } from '/work/main/domain/third-parties/third-party.ts';
import { companyFile } from '/work/main/domain/company-file.ts';
import { openedFile, openedEvents } from '/work/main/test/support/company-file-samples.ts';
import { createPool } from '/work/main/database/pool.ts';
describe('x', () => { it('y', async function () { this.timeout(300000);
  for (const variant of ['trgm', 'none']) {
  const db = await createTestDatabase();
  const pool = createPool(db.url, { settings: { synchronous_commit: 'off', plan_cache_mode: 'force_generic_plan' } });
  if (variant === 'none') await pool.query('DROP EXTENSION pg_trgm');
  await createReadSchema(pool, 'read'); await createReadIndexes(pool, 'read');
  const { generation } = await standingOf(pool, 'read');
  const projector = createProjector({ connection: pool, schema: 'read', generation, isLive: true, onHalted: (h: any) => console.log(h) });
  let position = -1; let file: any = openedFile;
  const wrap = (e: any) => ({ ...e, id: crypto.randomUUID(), version: 1, stream: 'company-1', revision: position + 1, position: ++position, metadata: { company_id: 1, firm_id: 1, recorded_at: '2026-01-01T00:00:00.000000Z', operation_id: '00000000-0000-4000-8000-000000000001', token_kind: 'x', origin: 'x' } });
  const rec = (e: any) => { const w = wrap(e); return w; };
  let events = openedEvents.map(rec); await projector.project(events as any, -1);
  for (let n = 0; n < 3; n++) {
    const csv = await readCsv(Buffer.from(thirdPartiesFile(n*10000, 10000)), 20000) as any;
    const rows = await readRows(readColumns(thirdParties, csv.header, false) as any, csv.rows, csv.header.length) as any;
    const ids = rows.map((_: any, i: number) => n*10000+i+1);
    const facts = companyFile.decide({ type: 'ImportRecords', resource: 'third-parties', mode: 'create', rows, ids, defaults: {} } as any, file) as any;
    for (const e of facts) file = companyFile.evolve(file, e);
    const from = position; events = facts.map(rec);
    const cpu = process.cpuUsage(); const t = performance.now();
    await projector.project(events as any, from);
    const c = process.cpuUsage(cpu);
    console.log(variant, 'project 10000', (performance.now()-t).toFixed(0), 'ms; node cpu', ((c.user+c.system)/1000).toFixed(0));
  }
  await pool.end(); await db.drop(); }
});});
