/** What the engine reports to. */
export interface Logger {
  warn(details: Readonly<Record<string, unknown>>, message: string): void;
}
