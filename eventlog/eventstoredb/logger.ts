/** Logger used by the engine. */
export interface Logger {
  warn(details: Readonly<Record<string, unknown>>, message: string): void;
}
