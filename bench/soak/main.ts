/**
 * Runs `npm run soak`: five minutes with 200 depositors, or what `--seconds` and `--depositors` say. Prints requests,
 * faults, response times, memory over time, acknowledged writes that were lost, and keys that took effect twice; the last
 * two must be 0.
 */
import { parseArgs } from "node:util";
import { type SoakResult, soak } from "./soak.js";
import { percentile } from "./tally.js";

const { values } = parseArgs({ options: { seconds: { type: "string", default: "300" }, depositors: { type: "string", default: "200" } } });
const [seconds, depositors] = [Number(values.seconds), Number(values.depositors)];
if (!(seconds >= 10) || !(depositors >= 1)) {
  process.stderr.write("usage: npm run soak -- [--seconds N (at least 10)] [--depositors N]\n");
  process.exit(2);
}
const printLine = (line: string): void => void process.stdout.write(`${line}\n`);

/** Prints the result; returns whether it is as it must be. */
function report({ tally, samples, findings, internalErrors }: SoakResult): boolean {
  const ms = (value: number) => `${Math.round(value)} ms`;
  const times = (label: string, list: readonly number[]) =>
    printLine(`${label.padEnd(34)} p50 ${ms(percentile(list, 0.5))}, p99 ${ms(percentile(list, 0.99))}`);
  const acknowledged = tally.writes.filter((write) => write.acknowledged).length;
  printLine("");
  printLine(`${"requests".padEnd(34)} ${tally.requests} (${Math.round(tally.requests / seconds)} a second), ${tally.pages} pages`);
  printLine(`${"journeys to the end".padEnd(34)} ${tally.journeys}`);
  times("response time, all", tally.times);
  times("response time, undisturbed", tally.calmTimes);
  const faults = [...tally.faults].sort(([a], [b]) => a.localeCompare(b));
  printLine(`${"faults, all retried".padEnd(34)} ${faults.reduce((sum, [, count]) => sum + count, 0)}`);
  for (const [kind, count] of faults) printLine(`  ${kind.padEnd(32)} ${count}`);
  printLine(`${"faults while undisturbed".padEnd(34)} ${tally.calmFaults.length}`);
  for (const [kind, count] of tally.refusals) printLine(`  refused: ${kind} (${count})`);
  for (const line of internalErrors.slice(0, 5)) printLine(`  internal error: ${line.slice(0, 400)}`);
  printLine("memory in MB");
  const names = Object.keys(samples[0]?.memory ?? {});
  for (const name of names)
    printLine(`  ${name.padEnd(12)} ${samples.map(({ memory }) => String(memory[name] ?? "-").padStart(4)).join(" ")}`);
  printLine(`  ${"second".padEnd(12)} ${samples.map(({ second }) => String(second).padStart(4)).join(" ")}`);
  printLine(`${"writes, acknowledged".padEnd(34)} ${tally.writes.length}, ${acknowledged}`);
  printLine(`${"acknowledged writes lost".padEnd(34)} ${findings.lost.length}`);
  printLine(`${"keys that took effect twice".padEnd(34)} ${findings.twice.length}`);
  printLine(`${"postings that do not balance".padEnd(34)} ${findings.uneven}`);
  for (const key of [...findings.lost, ...findings.twice].slice(0, 10)) printLine(`  ${key}`);
  return findings.lost.length + findings.twice.length + findings.uneven + internalErrors.length === 0 && acknowledged > 0;
}

process.exitCode = report(await soak({ seconds, depositors, printLine })) ? 0 : 1;
