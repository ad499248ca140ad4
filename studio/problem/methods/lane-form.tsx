// One lane: which method, and its parameters as the registry describes them.

import type { AboutLane, AboutMethod, AboutProblem, LaneSpec } from '../../engine/protocol.ts';
import { laneColours } from '../../motion/view.ts';
import { withMethod, withOption } from './lane-specs.ts';
import { MethodMenu } from './menu.tsx';
import { NumberField, ParameterField } from './parameter-field.tsx';

export interface LaneFormProps {
  readonly index: number;
  readonly spec: LaneSpec;
  readonly about: AboutProblem;
  /** Stiffness for a method that needs a penalty and has none yet. */
  readonly omega: number;
  /** Description of the lane by the engine; undefined until it has arrived. */
  readonly running: AboutLane | undefined;
  onChange(spec: LaneSpec): void;
  readonly onRemove: (() => void) | null;
}

export function LaneForm({ index, spec, about, omega, running, onChange, onRemove }: LaneFormProps) {
  const method = about.methods.find(({ name }) => name === spec.method);
  const obstacle = running?.spec.method === spec.method ? running.obstacle : null;
  return (
    <fieldset class="lane" style={{ borderColor: laneColours[index] }} aria-label={`Method ${index + 1}`}>
      <div class="lane-head">
        <MethodMenu
          label={`Method ${index + 1}`}
          chosen={spec.method}
          methods={about.methods}
          recommended={about.recommended}
          onChoose={next => onChange(withMethod(spec, next, omega))}
        />
        {onRemove && (
          <button type="button" aria-label={`Remove method ${index + 1}`} onClick={onRemove}>
            ×
          </button>
        )}
      </div>
      {method && <p title={method.reference}>{method.summary}</p>}
      {obstacle && (
        <p class="obstacle" role="alert">
          {obstacle}
        </p>
      )}
      {method && <Settings spec={spec} method={method} about={about} onChange={onChange} />}
    </fieldset>
  );
}

interface SettingsProps {
  readonly spec: LaneSpec;
  readonly method: AboutMethod;
  readonly about: AboutProblem;
  onChange(spec: LaneSpec): void;
}

function Settings({ spec, method, about, onChange }: SettingsProps) {
  const { parameters, needsPenalty } = method;
  const { omega } = spec;
  const isPenalised = needsPenalty || omega !== undefined;
  if (parameters.length === 0 && !isPenalised) return null;
  const inner = about.methods.filter(({ family, obstacle }) => family !== 'random' && obstacle === null);
  return (
    <details class="settings" open={isPenalised}>
      <summary>Settings</summary>
      {isPenalised && (
        <NumberField
          label="omega"
          summary="stiffness of the springs that stand for the constraints"
          value={omega}
          least={Number.MIN_VALUE}
          isWhole={false}
          usual=""
          onChange={next => onChange({ ...spec, ...(next === undefined ? {} : { omega: next }) })}
        />
      )}
      {parameters.map(parameter => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={spec.options[parameter.name]}
          names={parameter.values ?? inner.map(({ name }) => name)}
          onChange={next => onChange(withOption(spec, parameter.name, next))}
        />
      ))}
    </details>
  );
}
