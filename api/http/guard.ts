import type { IncomingMessage } from 'node:http';

/** Checks of routes that are opened by something else than a token: true = may pass. */
export type Guard = (request: IncomingMessage) => Promise<boolean> | boolean;
export type Guards = Partial<Record<'signed' | 'bridge', Guard>>;
