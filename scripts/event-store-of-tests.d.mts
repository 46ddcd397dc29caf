export function eventStoreOfTests(environment: Readonly<Record<string, string | undefined>>): string;
