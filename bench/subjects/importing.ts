import { buildUblInvoice } from '../../test/support/ubl-invoices.ts';
import { residentMegabytes } from '../processes.ts';
import { plainResult, type Result } from '../report.ts';
import { startSignedIn, type CompanyFile, type SignedInService } from '../service.ts';
import { runStatement, type Stage } from '../stage.ts';

/** Documents that come in as files: structured invoices one by one over several connections, and one file as large as is taken. */

const CONNECTIONS = 8;
const IMPORTS = 400;
/** Uploads are limited by the minute: the counters are emptied so often that none is refused. */
const BETWEEN_RESETS = 5;
const LARGE_BYTES = 25 * 1024 * 1024;

export async function measureImporting(stage: Stage): Promise<Result[]> {
  const databaseUrl = await stage.createDatabase('importing');
  const service = await startSignedIn(stage, databaseUrl);
  try {
    const file = await service.openFile('Imports');
    stage.note(`importing: ${IMPORTS} structured invoices over ${CONNECTIONS} connections`);
    const reset = () => runStatement(databaseUrl, 'DELETE FROM ops.rate_counters');
    await upload(service, file, 'warm.xml', buildUblInvoice({ number: 'WARM' }));
    let next = 0;
    const startedAt = performance.now();
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        for (let number = (next += 1); number <= IMPORTS; number = next += 1) {
          if (number % BETWEEN_RESETS === 0) await reset();
          await upload(
            service,
            file,
            `${number}.xml`,
            buildUblInvoice({ number: `F-${number}`, lines: lines(number) }),
          );
        }
      }),
    );
    const rate = IMPORTS / ((performance.now() - startedAt) / 1000);
    await stage.settle();
    const before = await residentMegabytes(service.pid);
    await reset();
    const large = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(LARGE_BYTES - 9, 'a')]);
    await upload(service, file, 'large.pdf', large);
    const after = await residentMegabytes(service.pid);
    return [
      plainResult(`structured invoices imported over ${CONNECTIONS} connections`, '/s', rate, { atLeast: 40 }),
      plainResult('growth of the process while 25 MB are uploaded', 'MB', Math.max(0, after - before), { atMost: 60 }),
    ];
  } finally {
    await service.stop();
  }
}

const lines = (number: number) =>
  Array.from({ length: 5 }, (_, index) => ({ name: `Article ${index}`, net: `${number + index}.50` }));

async function upload(
  service: SignedInService,
  file: CompanyFile,
  name: string,
  content: string | Buffer,
): Promise<void> {
  const { 'content-type': _json, ...headers } = service.headers;
  const form = new FormData();
  form.append('files[]', new Blob([content]), name);
  const url = `${service.url}/v1/companies/${file.public_token}/document-imports`;
  const response = await fetch(url, { method: 'POST', headers, body: form });
  if (response.status !== 201) throw new Error(`The upload was answered ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}
