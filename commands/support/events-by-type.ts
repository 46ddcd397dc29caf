/** Events of one type among those that a command led to. */
export function allOfType<Event extends { readonly type: string }, Type extends Event['type']>(
  events: readonly Event[],
  type: Type,
): Extract<Event, { readonly type: Type }>[] {
  return events.filter((event): event is Extract<Event, { readonly type: Type }> => event.type === type);
}

/** The first event of a type. @throws when there is none: the decider of the command always gives one */
export function firstOfType<Event extends { readonly type: string }, Type extends Event['type']>(
  events: readonly Event[],
  type: Type,
): Extract<Event, { readonly type: Type }> {
  const [event] = allOfType(events, type);
  if (!event) throw new Error(`The command led to no ${type}`);
  return event;
}
