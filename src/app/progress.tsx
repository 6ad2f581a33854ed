/** Exports the progress bar of the registration and its four stages for the shell (S2.3, D25). */
import { Tick } from "@blueprintjs/icons";
import type { ReactElement } from "react";
import { formatText } from "../engine/format-text.js";
import { useChrome, useRuntime, useView } from "../runtime/binding.js";
import { type ShownProgress, shownProgress } from "../runtime/frame.js";
import { useObservable } from "../runtime/observable-value.js";
import { useRenderedState } from "../state/store.js";

/** The percentage and the stage; null when no bar is drawn. */
function useProgress(): ShownProgress | null {
  const runtime = useRuntime();
  const { resolution } = useView();
  useRenderedState();
  const core = useObservable(runtime.core);
  return resolution === null ? null : shownProgress(core, resolution, runtime.scope());
}

export function RegistrationProgress(): ReactElement | null {
  const runtime = useRuntime();
  const core = useObservable(runtime.core);
  const chrome = useChrome();
  const progress = useProgress();
  if (progress === null) return null;
  const { percent, stage } = progress;
  const label = core.stages[stage - 1]?.label ?? "";
  return (
    <div className="pb-progress">
      <p className="pb-progress-stage">{chrome("stage", { stage, label: formatText(label, runtime.scope(), core.formats) })}</p>
      <progress
        className="pb-progress-bar"
        max={100}
        value={percent}
        aria-valuenow={percent}
        aria-label={chrome("progress", { percent })}
      />
      <span className="pb-progress-percent" aria-hidden="true">
        {percent}%
      </span>
    </div>
  );
}

/** The list of stages: done, current, to do. */
export function Stages(): ReactElement | null {
  const runtime = useRuntime();
  const core = useObservable(runtime.core);
  const chrome = useChrome();
  const progress = useProgress();
  if (progress === null) return null;
  return (
    <ol className="pb-stepper">
      {core.stages.map(({ key, label }, index) => {
        const stageState = index + 1 < progress.stage ? "done" : index + 1 === progress.stage ? "current" : "todo";
        return (
          <li key={key} className="pb-step" data-state={stageState} aria-current={stageState === "current" ? "step" : undefined}>
            <span className="pb-step-mark" aria-hidden="true">
              {stageState === "done" ? <Tick /> : index + 1}
            </span>
            <span className="pb-step-label">{formatText(label, runtime.scope(), core.formats)}</span>
            {stageState === "done" ? <span className="pb-visually-hidden">{chrome("stageDone")}</span> : null}
          </li>
        );
      })}
    </ol>
  );
}
