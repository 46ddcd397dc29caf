import { Agent } from 'undici';

/** What sending costs by itself: so many calls with a body that is there already, at so many at a time, and nothing else. */

const [url = '', count = '0', concurrency = '1', body = ''] = process.argv.slice(2);
const agent = new Agent({ pipelining: 1, connections: Number(concurrency) });
const total = Number(count);
const startedAt = performance.now();
let next = 0;

async function sendOneAfterAnother(): Promise<void> {
  while (next < total) {
    const delivery = String((next += 1));
    const answer = await agent.request({
      origin: url,
      path: '/in',
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-service-delivery': delivery },
    });
    await answer.body.dump();
  }
}

await Promise.all(Array.from({ length: Number(concurrency) }, sendOneAfterAnother));
process.stdout.write(JSON.stringify({ seconds: (performance.now() - startedAt) / 1_000 }));
await agent.close();
