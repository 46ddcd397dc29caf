import type { Firm } from '../firms/state.ts';
import { on, type Subject } from '../subject.ts';
import { decideLicence, evolveLicence, licenceEvents } from './licence.ts';

/** The licence of a firm: its maximum number of users and company files. */
export const licence = {
  events: licenceEvents,
  decide: { ActivateLicence: decideLicence, ReleaseLicence: decideLicence },
  evolve: [on(licenceEvents, (firm, event) => ({ ...firm, licence: evolveLicence(firm.licence, event) }))],
  slices: { licence: { initial: null } },
} satisfies Subject<Firm>;
