import { createTransport } from 'nodemailer';

/** What sending costs by itself: so many mails of this text over a pool of connections, and nothing else. */

const [url = '', count = '0', connections = '1', text = ''] = process.argv.slice(2);
const { hostname: host, port } = new URL(url);
const transport = createTransport({
  pool: true,
  host,
  port: Number(port),
  secure: false,
  maxConnections: Number(connections),
  maxMessages: 100,
});
const total = Number(count);
const startedAt = performance.now();
let next = 0;

async function sendOneAfterAnother(): Promise<void> {
  while (next < total) {
    const number = (next += 1);
    await transport.sendMail({
      messageId: `<bare-${number}@bench.example>`,
      from: { name: 'Bench', address: 'no-reply@bench.example' },
      to: { name: '', address: `customer${number}@bench.example` },
      replyTo: 'someone@bench.example',
      subject: 'Rappel de paiement – Reminders',
      text,
    });
  }
}

// The pool keeps its connections busy: more wait than there are of them.
await Promise.all(Array.from({ length: Number(connections) * 2 }, sendOneAfterAnother));
process.stdout.write(JSON.stringify({ seconds: (performance.now() - startedAt) / 1_000 }));
transport.close();
