import { openHttpClient } from '../http/client.ts';
import { HttpFailure } from '../http/failures.ts';
import { isForbiddenUrl, type Surroundings } from './destination.ts';
import { toDriverFailure, SILENCE_MS, SourceFailure } from './source.ts';

/** A single response from a user-defined address. Redirects are not followed, because they lead to undeclared addresses. */
export interface HttpSourceSettings {
  readonly url: string;
  /** Value of the Authorization header; null if none. */
  readonly authorization: string | null;
  readonly accept: string;
  readonly maxBytes: number;
}

/** @throws SourceFailure */
export async function fetchAnswer(settings: HttpSourceSettings, around: Surroundings): Promise<Buffer> {
  const { url, authorization, accept, maxBytes } = settings;
  if (isForbiddenUrl(url, around)) throw new SourceFailure('forbidden');
  const { trusts, resolve, timeoutMs = SILENCE_MS } = around;
  const client = openHttpClient({ trusts, resolve, timeoutMs });
  try {
    const headers = { Accept: accept, ...(authorization !== null && { Authorization: authorization }) };
    const { status, body } = await client.send({ method: 'GET', url, headers, maxBytes });
    if (status >= 300 && status < 400) throw new SourceFailure('redirected');
    if (status === 401 || status === 403) throw new SourceFailure('refused');
    if (status === 404 || status === 410) throw new SourceFailure('missing');
    if (status !== 200) throw new SourceFailure('status');
    return body;
  } catch (error) {
    throw error instanceof HttpFailure ? toSourceFailure(error) : toDriverFailure(error);
  } finally {
    await client.close();
  }
}

export function toSourceFailure(failure: HttpFailure): SourceFailure {
  switch (failure.reason) {
    case 'timeout':
    case 'too_large':
      return new SourceFailure(failure.reason, failure);
    case 'unreachable': {
      const cause = toDriverFailure(failure.cause ?? failure);
      return new SourceFailure(cause.problem, failure);
    }
    default:
      return new SourceFailure('forbidden', failure);
  }
}
