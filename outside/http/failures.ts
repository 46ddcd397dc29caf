/**
 * Why an outgoing request got no usable response. `forbidden`: the address is local; `unreachable`: any failure between
 * name resolution and response, without a distinction between open and closed ports.
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

export type OutsideService = 'vies' | 'peppol' | 'platform' | 'register' | 'bridge';

/** An external service is unavailable, too slow, or gives an invalid answer. Nothing can be concluded from it. */
export class OutsideUnavailable extends Error {
  readonly service: OutsideService;
  /** `what` is logged: it must contain no part of an answer and no secret. */
  constructor(service: OutsideService, what: string, cause?: unknown) {
    super(`${service}: ${what}`, cause === undefined ? undefined : { cause });
    this.name = 'OutsideUnavailable';
    this.service = service;
  }
}
