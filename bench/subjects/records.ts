import type { Resource } from '../../domain/records/resource.ts';
import pg from 'pg';
import { accounts } from '../../domain/accounts/account.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import { median } from '../load.ts';
import { plainResult, ratioResult, spaced, type Result } from '../report.ts';
import { compare, takeTurns } from '../rounds.ts';
import { startSignedIn, type CompanyFile, type SignedInService } from '../service.ts';
import { answerTo, closeConnection, medianTime } from '../single.ts';
import { runStatement, type Stage } from '../stage.ts';
import { sampleThirdParty, SEARCH_FOR_MANY, thirdPartiesFile, word } from '../third-party.ts';

/**
 * Lists, searches, imports and changes of records in a company file with very many of them, against the same rows read by
 * one connection with one plain statement.
 */

const ROWS_A_FILE = 10_000;
const REQUESTS_A_ROUND = 40;

export async function measureRecords(stage: Stage): Promise<Result[]> {
  const databaseUrl = await stage.createDatabase('records');
  const service = await startSignedIn(stage, databaseUrl);
  const bare = new pg.Client({ connectionString: databaseUrl });
  try {
    await bare.connect();
    const file = await service.openFile('Many third parties');
    const few = await service.openFile('Few third parties');
    const imported = await importAll(stage, service, file);
    await runStatement(databaseUrl, 'ANALYZE');
    await stage.settle();
    return [
      imported,
      ...(await compareLists(stage, service, bare, file)),
      ...(await compareWrites(stage, service, file, few)),
    ];
  } finally {
    closeConnection();
    await bare.end();
    await service.stop();
  }
}

async function importAll({ extent, note }: Stage, service: SignedInService, file: CompanyFile): Promise<Result> {
  note(`records: ${extent.thirdParties} third parties are imported`);
  const { 'content-type': _json, ...headers } = service.headers;
  const seconds: number[] = [];
  for (let first = 0; first < extent.thirdParties; first += ROWS_A_FILE) {
    const count = Math.min(ROWS_A_FILE, extent.thirdParties - first);
    const form = new FormData();
    form.append('file', new Blob([thirdPartiesFile(first, count)]), 'third-parties.csv');
    const startedAt = performance.now();
    const url = `${service.url}/v1/companies/${file.public_token}/third-parties/import`;
    const response = await fetch(url, { method: 'POST', headers, body: form });
    if (!response.ok) throw new Error(`The import was answered ${response.status}: ${await response.text()}`);
    seconds.push((((performance.now() - startedAt) / 1000) * ROWS_A_FILE) / count);
  }
  return plainResult(`import of ${spaced(ROWS_A_FILE)} third parties from CSV`, 's', median(seconds), null);
}

async function compareLists(
  { extent, note }: Stage,
  service: SignedInService,
  bare: pg.Client,
  file: CompanyFile,
): Promise<Result[]> {
  const of = `of ${spaced(extent.thirdParties)}`;
  const path = `/v1/companies/${file.public_token}`;
  const searches = (texts: readonly string[]) => ({
    paths: texts.map((text) => `${path}/third-parties?q=${encodeURIComponent(text)}`),
    statements: texts.map((text) => {
      const words = text.split(' ');
      const conditions = words.map((_, index) => `search LIKE $${index + 2}`).join(' AND ');
      return {
        text: `SELECT ${columnsOf(thirdParties)} FROM read.third_parties WHERE company_id = $1 AND deleted_at IS NULL AND ${conditions} ORDER BY code, id`,
        values: [file.id, ...words.map((part) => `%${part}%`)],
      };
    }),
  });
  const words = Array.from({ length: 20 }, (_, index) => word(index * 37 + 5));
  const lists = [
    { subject: `GET third-parties?q= for one ${of}`, ...searches(words), atMost: 3 },
    {
      subject: `GET third-parties?q= for hundreds ${of}`,
      ...searches(SEARCH_FOR_MANY),
      atMost: 3,
    },
    {
      subject: 'GET accounts, the whole chart',
      paths: [`${path}/accounts`],
      statements: [
        {
          text: `SELECT ${columnsOf(accounts)} FROM read.accounts WHERE company_id = $1 AND deleted_at IS NULL ORDER BY number, id`,
          values: [file.id],
        },
      ],
      atMost: 2.5,
    },
  ];
  const results: Result[] = [];
  for (const { subject, paths, statements, atMost } of lists) {
    note(`records: ${subject}`);
    const ask = (count: number) => medianTime(count, (n) => answerTo(service, paths[n % paths.length]!));
    const query = (count: number) =>
      medianTime(count, async (n) => JSON.stringify((await bare.query(statements[n % statements.length]!)).rows));
    await ask(REQUESTS_A_ROUND);
    await query(REQUESTS_A_ROUND);
    const turns = await takeTurns(
      extent.recordRounds,
      () => ask(REQUESTS_A_ROUND),
      () => query(REQUESTS_A_ROUND),
    );
    results.push(
      ratioResult(
        subject,
        'ms',
        compare(turns, (time) => time),
        { atMost },
      ),
    );
  }
  return results;
}

async function compareWrites(
  { extent, note }: Stage,
  service: SignedInService,
  file: CompanyFile,
  few: CompanyFile,
): Promise<Result[]> {
  note('records: creating and changing');
  let number = 10_000_000;
  const write = async (target: CompanyFile): Promise<void> => {
    const path = `/v1/companies/${target.public_token}/third-parties`;
    const { code: _code, ...party } = sampleThirdParty((number += 1));
    await service.call('POST', path, party);
  };
  const some = (target: CompanyFile) => medianTime(REQUESTS_A_ROUND, () => write(target));
  await some(few);
  await some(file);
  const turns = await takeTurns(
    extent.recordRounds,
    () => some(file),
    () => some(few),
  );
  const subject = `POST third-parties in a file of ${spaced(extent.thirdParties)}, against one of few`;
  return [
    ratioResult(
      subject,
      'ms',
      compare(turns, (time) => time),
      { atMost: 1.5 },
    ),
  ];
}

/** The columns that the answer shows. */
function columnsOf({ fields }: Resource): string {
  const shown = Object.entries(fields).filter(([, { hidden }]) => !hidden);
  return ['id', 'company_id', ...shown.map(([name]) => name), 'version', 'created_at', 'updated_at', 'deleted_at'].join(
    ', ',
  );
}
