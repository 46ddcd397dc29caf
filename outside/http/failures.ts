/**
 * Why an outgoing request got no answer that can be used. `forbidden`: the address leads to somewhere local;
 * `unreachable`: everything between the name and the answer, open and closed ports alike.
 */
export type HttpFailureReason = 'malformed' | 'credentials' | 'forbidden' | 'unreachable' | 'timeout' | 'too_large';

export class HttpFailure extends Error {
  readonly reason: HttpFailureReason;
  constructor(reason: HttpFailureReason, cause?: unknown) {
    super(`The outgoing request failed: ${reason}`, cause === undefined ? undefined : { cause });
    this.name = 'HttpFailure';
    this.reason = reason;
  }
}

export type OutsideService = 'vies' | 'peppol' | 'register' | 'bridge';

/** A service outside is away, too slow, or answers what nobody understands: nothing is known then. */
export class OutsideUnavailable extends Error {
  readonly service: OutsideService;
  /** `what` goes to the logs: no part of an answer, no secret. */
  constructor(service: OutsideService, what: string, cause?: unknown) {
    super(`${service}: ${what}`, cause === undefined ? undefined : { cause });
    this.name = 'OutsideUnavailable';
    this.service = service;
  }
}
