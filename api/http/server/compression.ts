import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { constants } from 'node:zlib';
import compression from 'compression';
import type { RequestHandler } from 'express';
import type { Answer } from '../reply/answer.ts';

/** Below this an answer fits into a few packets, and compressing it costs more than sending it. */
const THRESHOLD_BYTES = 4_096;
/** Little effort already saves most: more would cost the reader's time, not only ours. */
const GZIP_LEVEL = 4;
const BROTLI_QUALITY = 4;
/** A quarter of a megabyte for each reader, not four: answers repeat themselves at once or not at all. */
const BROTLI_WINDOW = 18;

/** Texts. Images, PDF, XLSX and archives are compressed already. */
const COMPRESSIBLE = /^(?:text\/|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:json|x-ndjson|javascript|xml)\b)/;
const ACCEPTED = /\b(?:br|gzip)\b/;

type Compress = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

const compress: Compress = compression({
  threshold: THRESHOLD_BYTES,
  level: GZIP_LEVEL,
  brotli: {
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW },
  },
  filter: () => true,
}) as RequestHandler & Compress;

const nothing = (): void => undefined;

/**
 * Lets the response compress what is written to it, bit by bit, if that is worth it. Decided here and not by the
 * middleware for every response, because what it puts around one costs small answers more than they take.
 */
export function compressIfWorthwhile(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const { body, headers } = answer;
  if (body === null || (!(body instanceof Readable) && body.length < THRESHOLD_BYTES)) return;
  const accepted = request.headers['accept-encoding'];
  if (accepted === undefined || !ACCEPTED.test(String(accepted))) return;
  if (COMPRESSIBLE.test(headers['Content-Type'] ?? '')) compress(request, response, nothing);
}
