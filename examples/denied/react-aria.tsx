import { useDenied } from '@licet/react/denied';
import { type FormEvent, type ReactNode, useState } from 'react';
import {
  Button,
  Dialog,
  DialogTrigger,
  Form,
  Heading,
  Label,
  Popover,
  Radio,
  RadioGroup,
  Text,
  TextArea,
  TextField,
} from 'react-aria-components';

export interface ActionProps {
  readonly permission: string;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

const DURATIONS = [7200, 86_400, 604_800];

/** A button of React Aria Components that explains its refusal in a popover. The server checks the permission as well. */
export const Action = ({ permission, onPress, children }: ActionProps) => {
  const [shown, setShown] = useState(false);
  const denied = useDenied({ permission }, { shown });
  const { state, texts, busy, problem, ask, withdraw } = denied;
  const [reason, setReason] = useState('');
  const [seconds, setSeconds] = useState('86400');
  if (state === 'permitted') return <Button onPress={onPress}>{children}</Button>;
  const send = (event: FormEvent) => {
    event.preventDefault();
    void ask(reason, Number(seconds));
  };
  return (
    <DialogTrigger isOpen={shown} onOpenChange={setShown}>
      <Button data-refused="">{children}</Button>
      <Popover>
        <Dialog>
          {texts && (
            <>
              <Heading slot="title">{texts.title}</Heading>
              <p lang={texts.language}>{texts.reason}</p>
              <p role="status">{texts.status}</p>
              {problem !== '' && <Text role="alert">{problem}</Text>}
              {state === 'pending' && (
                <Button isDisabled={busy} onPress={() => void withdraw()}>
                  {texts.labels.withdraw}
                </Button>
              )}
              {(state === 'askable' || state === 'denied') && (
                <Form onSubmit={send}>
                  <RadioGroup value={seconds} onChange={setSeconds} aria-label={texts.labels.ask}>
                    {DURATIONS.map((each) => (
                      <Radio key={each} value={String(each)}>
                        {texts.lasting(each)}
                      </Radio>
                    ))}
                  </RadioGroup>
                  <TextField isRequired value={reason} onChange={setReason}>
                    <Label>{texts.labels.why}</Label>
                    <TextArea />
                  </TextField>
                  <Button type="submit" isDisabled={busy}>
                    {busy ? texts.labels.asking : texts.labels.ask}
                  </Button>
                </Form>
              )}
            </>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
};
