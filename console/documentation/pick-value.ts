/** Finds a value in a response by its path: `id`, `data.0.id`, `[code=OD].id`. */
export function pickValue(body: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, part) => {
    const [, name, wanted] = /^\[(\w+)=(.+)\]$/.exec(part) ?? [];
    if (name === undefined) return (value as Record<string, unknown> | null | undefined)?.[part];
    return (value as readonly Record<string, unknown>[]).find((one) => String(one[name]) === wanted);
  }, body);
}
