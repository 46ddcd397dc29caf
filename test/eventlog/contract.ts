/** What every engine of the event log has to keep, whatever it is built on. */
import { describeAppending } from './contract/appending.ts';
import { describeFollowing } from './contract/following.ts';
import { describeReading } from './contract/reading.ts';
import { describeRepeating } from './contract/repeating.ts';
import { useLogs } from './contract/support.ts';
import type { OpenLog } from './contract/support.ts';

/**
 * `open` may be called several times, and each log that it gives is on the same events, as in several processes. Every
 * test writes to streams of its own and reads after the head that it found, so the server may be shared and full.
 */
export function describeEventLog(name: string, open: OpenLog): void {
  describe(`event log on ${name}`, function () {
    this.timeout(20_000);
    const logs = useLogs(open);
    describeAppending(logs);
    describeRepeating(logs);
    describeReading(logs);
    describeFollowing(logs);
  });
}
