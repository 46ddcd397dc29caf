import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Receives webhooks as an integrator's program would, and accepts only genuine calls. */
export interface Receiver {
  /** For example `127.0.0.1:40213`; the service must be allowed to call it. */
  readonly host: string;
  readonly url: string;
  /** Set once the webhook is added. */
  secret: string;
  /** Resolves with all received calls once these events are among them. @throws if they do not arrive */
  waitForEvents(events: readonly string[]): Promise<readonly Heard[]>;
  close(): Promise<void>;
}

export interface Heard {
  readonly event: string;
  readonly sequence: number | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The service calls within a minute at the latest. */
const PATIENCE_MS = 70_000;

export async function startReceiver(): Promise<Receiver> {
  const all: Heard[] = [];
  const listeners = new Set<() => void>();
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const isGenuine = isSigned(request.headers['x-service-signature'], body, receiver.secret);
      response.writeHead(isGenuine ? 204 : 400).end();
      if (!isGenuine) return;
      all.push(JSON.parse(body) as Heard);
      for (const tell of listeners) tell();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const receiver: Receiver = {
    host,
    url: `http://${host}/grandlivre`,
    secret: '',
    waitForEvents: (events) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          reject(
            new Error(
              `The webhooks ${events.join(', ')} did not come; heard: ${all.map(({ event }) => event).join(', ')}`,
            ),
          );
        }, PATIENCE_MS);
        const checkEvents = (): void => {
          if (!events.every((event) => all.some((one) => one.event === event))) return;
          clearTimeout(timer);
          listeners.delete(checkEvents);
          resolve([...all]);
        };
        listeners.add(checkEvents);
        checkEvents();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

/** `t=…,v1=…`: time, dot and body, signed with the secret of the webhook. */
function isSigned(header: string | string[] | undefined, body: string, secret: string): boolean {
  const [, time, signature] = /^t=(\d+),v1=([0-9a-f]{64})/.exec(String(header)) ?? [];
  if (time === undefined || signature === undefined) return false;
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}
