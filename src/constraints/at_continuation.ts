/**
 * The scan of a continuation: brings the last full scan up to date within a hard budget. Part of the
 * Stop hook: starts no process and never throws.
 */
import { attempt, messageOf } from "../error.ts";
import { openIndex } from "../tree/git_index.ts";
import { glance } from "../tree/glance.ts";
import { fingerprintsOf, type KnownFile, type TreeMemory } from "../tree/memory.ts";
import { type FileState, fingerprintToKeep, readFile } from "../tree/project_file.ts";
import type { ScanQueue } from "../tree/scan_queue.ts";
import { type Finding, sortFindings } from "./finding.ts";
import { type LastScan, readSeen, scanMemory } from "./memory.ts";
import type { ScanRequest } from "./scan.ts";
import { factsOf, findingsOf, isFromText, rulesKey } from "./scan_text.ts";

/** What to scan, and with which limits. */
export interface ContinuationScanRequest extends Omit<ScanRequest, "isDryRun"> {
  /** Counts continuations, so that each visits another share of the files. */
  readonly turn: number;
  /** Milliseconds; the rest is left to the next continuation. Default 8 */
  readonly budgetMs?: number;
}

interface FindingChanges {
  readonly appeared: readonly Finding[];
  readonly gone: readonly Finding[];
}

/** The result of the scan at a continuation. */
export interface ContinuationScan {
  /** Without what was acknowledged; the most severe first. */
  readonly findings: readonly Finding[];
  /** What this continuation found for the first time, and what it no longer found. */
  readonly changes: FindingChanges;
  /** When the last full scan was, epoch milliseconds; null for never. */
  readonly scannedAtMs: number | null;
  /** False where the budget ran out before everything due was visited. */
  readonly isCurrent: boolean;
  /** Whether the next two continuations will not catch up either. */
  readonly isLate: boolean;
  /** Why there is no result, one sentence; null where there is one. */
  readonly problem: string | null;
}

/** Findings that are the same as before. */
export const UNCHANGED: FindingChanges = { appeared: [], gone: [] };

const BUDGET_MS = 8;

/** Changed files that are tracked between two full scans. */
const MAX_CHANGED = 500;

/**
 * Brings the last scan up to date.
 *
 * @returns The findings now; empty without an earlier scan (`ralph start` makes one).
 */
export function scanForContinuation(request: ContinuationScanRequest): ContinuationScan {
  const nothing = {
    findings: [],
    changes: UNCHANGED,
    scannedAtMs: null,
    isCurrent: false,
    isLate: false,
  };
  const deadline = performance.now() + (request.budgetMs ?? BUDGET_MS);
  try {
    const memory = scanMemory(request.places, request.project);
    const last = memory.readHead();
    if (last === null) return { ...nothing, problem: null };
    const { findings, isCurrent, isLate } = update(request, memory, last, deadline);
    const seen = readSeen(memory);
    const shown = findings.filter(({ id }) => !Object.hasOwn(seen, id));
    return {
      findings: shown,
      changes: findings === last.findings ? UNCHANGED : {
        appeared: without(shown, last.findings),
        gone: without(last.findings, findings),
      },
      scannedAtMs: last.lookedAtMs,
      isCurrent,
      isLate,
      problem: null,
    };
  } catch (error) {
    return { ...nothing, problem: `the constraints were left out: ${messageOf(error)}` };
  }
}

/** The findings of a list that are not in another. */
function without(findings: readonly Finding[], others: readonly Finding[]): Finding[] {
  const ids = new Set(others.map(({ id }) => id));
  return findings.filter(({ id }) => !ids.has(id));
}

function update(
  { project, rules, turn, nowMs }: ContinuationScanRequest,
  memory: TreeMemory<LastScan>,
  last: LastScan,
  deadline: number,
): Pick<ContinuationScan, "findings" | "isCurrent" | "isLate"> {
  const outdated = { findings: last.findings, isCurrent: false, isLate: true };
  // With other rules, or a clock that was set back, nothing can be compared.
  if (last.rules !== rulesKey(rules) || nowMs < last.lookedAtMs) return outdated;
  const changed = new Map<string, KnownFile>();
  let free = MAX_CHANGED - Object.keys(last.changed).length;
  const onFile = (path: string, state: FileState, queue: ScanQueue) => {
    const isKnown = Object.hasOwn(last.watched, path);
    if (!isKnown && state.info === null) return;
    if (!isKnown && free-- <= 0) return;
    const text = state.info && readText(`${project}/${path}`, state.info, queue);
    const facts = text === null ? "" : factsOf(path, text, rules);
    changed.set(path, { facts, fingerprint: fingerprintToKeep(state, nowMs) });
  };
  const isListed = listing(memory, last.treeId);
  const onFolder = (folder: string, queue: ScanQueue, known: ReadonlySet<string>) => {
    const entries = attempt(() => [...Deno.readDirSync(`${project}/${folder}`)]) ?? [];
    for (const { name, isFile, isDirectory } of entries) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (isFile && isListed.file(path)) queue.add(path);
      if (isDirectory && !known.has(path) && isListed.folder(path)) queue.add(`${path}/`);
    }
  };
  const result = glance({ memory, head: last, turn, deadline, due: last.due, onFile, onFolder });
  if (result === null) return outdated;
  const isLate = result.isLate || free < 0;
  const outcome = { isCurrent: result.isComplete && !isLate, isLate };
  const isSame = [...changed].every(([path, { fingerprint, facts }]) =>
    last.watched[path] === fingerprint && last.changed[path] === facts
  );
  if (isSame && JSON.stringify(result.due) === JSON.stringify(last.due)) {
    return { findings: last.findings, ...outcome };
  }
  const isOther = (finding: Finding) => isFromText(finding) && changed.has(finding.file ?? "");
  const findings = sortFindings([
    ...last.findings.filter((finding) => !isOther(finding)),
    ...[...changed.values()].flatMap(({ facts }) => findingsOf(facts) ?? []),
  ]);
  memory.write({
    ...last,
    findings,
    due: result.due,
    watched: { ...last.watched, ...fingerprintsOf(changed, changed.keys()) },
    changed: {
      ...last.changed,
      ...Object.fromEntries([...changed].map(([path, { facts }]) => [path, facts])),
    },
  });
  return { findings, ...outcome };
}

function readText(path: string, { size }: Deno.FileInfo, queue: ScanQueue): string | null {
  const read = readFile(path, size);
  if (read.kind !== "text") return null;
  queue.noteBytes(size);
  return read.text;
}

/** Whether a file or folder counts: the last scan listed it, or git tracks it now. */
function listing(memory: TreeMemory<LastScan>, treeId: string) {
  let inTree: ((path: string) => boolean) | null = null;
  let index: ReturnType<typeof openIndex> | null = null;
  return {
    file: (path: string) =>
      (inTree ??= memory.readListed(treeId))(path) ||
      (index ??= openIndex(memory.project)).hasFile(path),
    folder: (path: string) => (index ??= openIndex(memory.project)).hasFolder(`${path}/`),
  };
}
