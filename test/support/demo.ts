import type { TestService } from './service.ts';

/** A demo to try, without what takes seconds to load: a firm that has no company files. */
export function offerDemo(service: TestService): Promise<void> {
  const offered = known.get(service) ?? offer(service);
  known.set(service, offered);
  return offered;
}

const known = new WeakMap<TestService, Promise<void>>();

async function offer(service: TestService): Promise<void> {
  const { id } = await service.newFirm({ name: 'Fiduciaire de la Démo', isDemo: true });
  await service.core.pool.query(
    `INSERT INTO ops.demo_generations (firm_id, process_id, state, offered_at) VALUES ($1, $2, 'offered', now())`,
    [id, service.core.processId],
  );
}
