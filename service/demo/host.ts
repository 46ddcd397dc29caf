import type { IncomingMessage } from 'node:http';
import type { Application } from 'express';
import { FIRST_DEMO_ID } from '../../commands/demo/copy-books.ts';
import { findOfferedInstance } from '../../stores/demo/instances.ts';
import { getLifecycle } from '../../api/http/server/server.ts';
import { openInstance, type DemoInstance, type InstanceParts } from './instance.ts';

/** Runs the instance of the demo that is offered, and finds the requests that belong to it. */
export interface DemoHost {
  /** The application of the demo for its requests; null for all others and while there is no demo. */
  dispatch(request: IncomingMessage): Application | null;
  /** Opens an instance, or returns the open one. */
  open(number: number): Promise<DemoInstance>;
  /** Serves the instance that is offered now; returns it, or null if there is none. */
  follow(): Promise<DemoInstance | null>;
  /** Stops an instance that is not served any more. */
  discard(number: number): Promise<void>;
  stop(): Promise<void>;
}

/** How soon a process notices that another one has replaced the demo. */
const FOLLOW_MS = 5_000;

export function hostDemo(parts: Omit<InstanceParts, 'onFatal'>): DemoHost {
  const { main, options } = parts;
  const opened = new Map<number, Promise<DemoInstance>>();
  const stopping = new Map<number, Promise<void>>();
  let served: DemoInstance | null = null;

  const discard = (number: number): Promise<void> => {
    const instance = opened.get(number);
    if (instance === undefined) return stopping.get(number) ?? Promise.resolve();
    opened.delete(number);
    if (served?.number === number) served = null;
    const stopped = instance
      .then(
        (one) => one.stop(),
        () => undefined,
      )
      .finally(() => stopping.delete(number));
    stopping.set(number, stopped);
    return stopped;
  };
  const onFatal = (number: number, error: unknown): void => {
    options.logger.error({ err: error }, 'the demo cannot continue; it will be opened again');
    void discard(number).catch(() => undefined);
  };
  const open = (number: number): Promise<DemoInstance> => {
    let instance = opened.get(number);
    if (instance === undefined) {
      instance = openInstance({ ...parts, onFatal }, number);
      opened.set(number, instance);
      instance.catch(() => opened.delete(number));
    }
    return instance;
  };
  const follow = async (): Promise<DemoInstance | null> => {
    const offered = await findOfferedInstance(main.pool);
    if (offered?.number === served?.number) return served;
    const before = served;
    served = offered && (await open(offered.number));
    if (before) void discard(before.number).catch(() => undefined);
    return served;
  };
  const followLater = (): void =>
    void follow().catch((error: unknown) => options.logger.debug({ err: error }, 'the demo cannot be opened yet'));
  const timer = options.loadsDemo === false ? undefined : setInterval(followLater, FOLLOW_MS);
  timer?.unref();
  return {
    dispatch: (request) => (served?.app && isForDemo(request, served) ? served.app : null),
    open,
    follow,
    discard,
    async stop() {
      clearInterval(timer);
      if (served?.app) getLifecycle(served.app).draining = true;
      for (const number of [...opened.keys(), ...stopping.keys()]) await discard(number);
    },
  };
}

const ENTRANCE = /^\/v1\/auth\/demo(?:[?#]|$)/;
/** The number of a token is the part before the bar. */
const BEARER = /^Bearer +(\d{13,15})\|/i;

function isForDemo(request: IncomingMessage, instance: DemoInstance): boolean {
  const { url = '', headers } = request;
  if (ENTRANCE.test(url)) return true;
  const number = BEARER.exec(headers.authorization ?? '')?.[1];
  if (number !== undefined) return Number(number) > FIRST_DEMO_ID;
  return url.includes('signature=') && instance.isSigned(request);
}
