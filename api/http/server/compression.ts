import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { constants } from 'node:zlib';
import compression from 'compression';
import type { RequestHandler } from 'express';
import type { Answer } from '../reply/answer.ts';

/** A smaller response fits into a few packets, and compression costs more than sending it. */
const THRESHOLD_BYTES = 4_096;
/** A low level already saves most; a higher one would also cost the reader's time. */
const GZIP_LEVEL = 4;
const BROTLI_QUALITY = 4;
/** 256 KB per reader instead of 4 MB: responses repeat within a short distance or not at all. */
const BROTLI_WINDOW = 18;

/** Text types. Images, PDF, XLSX and archives are already compressed. */
const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:json|x-ndjson|javascript|xml)\b)/;
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

const doNothing = (): void => undefined;

/**
 * Compresses the response while it is written, if worthwhile. Decided here instead of in the middleware, whose wrapping
 * would cost small responses more than they take.
 */
export function compressIfWorthwhile(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const { body, headers } = answer;
  if (body === null || (!(body instanceof Readable) && body.length < THRESHOLD_BYTES)) return;
  const accepted = request.headers['accept-encoding'];
  if (accepted === undefined || !ACCEPTED.test(String(accepted))) return;
  if (COMPRESSIBLE.test(headers['Content-Type'] ?? '')) compress(request, response, doNothing);
}
