import { refreshDemo, refillCopies } from '../../service/demo/keeper.ts';
import type { TestService } from './service.ts';

/** A demo to try, without what takes seconds to load: its firm has no company files. Another copy is ready each time. */
export async function offerDemo(service: TestService): Promise<void> {
  await refreshDemo(service.demo!, { now: new Date(), companies: [] });
  await refillCopies(service.demo!, AbortSignal.timeout(30_000));
}
