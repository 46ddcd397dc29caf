/** Filters the events of one type. */
export function filterByType<Event extends { readonly type: string }, Type extends Event['type']>(
  events: readonly Event[],
  type: Type,
): Extract<Event, { readonly type: Type }>[] {
  return events.filter((event): event is Extract<Event, { readonly type: Type }> => event.type === type);
}

/** Returns the first event of a type. @throws if there is none, although the decider always produces one */
export function getFirstOfType<Event extends { readonly type: string }, Type extends Event['type']>(
  events: readonly Event[],
  type: Type,
): Extract<Event, { readonly type: Type }> {
  const [event] = filterByType(events, type);
  if (!event) throw new Error(`The command did not produce ${type}`);
  return event;
}
