/** Milliseconds that this process has computed for: what a busy machine does meanwhile is not counted. */
export function readCpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
