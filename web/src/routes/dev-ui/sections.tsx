import { BellOff, Dumbbell, Heart, MapPin, Plus, Search, Users } from 'lucide-react';
import { useState } from 'react';
import { Avatar, AvatarGroup } from '#ui/avatar.tsx';
import { Badge, CountBadge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Chip, RemovableChip } from '#ui/chip.tsx';
import { Checkbox, Switch } from '#ui/form/choice.tsx';
import { CodeInput } from '#ui/form/code-input.tsx';
import { Combobox } from '#ui/form/combobox.tsx';
import { DateField, TimeField } from '#ui/form/date-time-field.tsx';
import { RadioGroup } from '#ui/form/radio-group.tsx';
import { Select } from '#ui/form/select.tsx';
import { PasswordField, TextArea, TextField } from '#ui/form/text-field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Table } from '#ui/list/table.tsx';
import { ProgressBar, ProgressRing } from '#ui/status/progress.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { Part, Row } from './part.tsx';

const people = [
  { name: 'Ana Ferreira' },
  { name: 'Ben Okafor' },
  { name: 'Cleo Lindqvist' },
  { name: 'Maximiliana von Hohenstein-Wittelsbach' },
  { name: 'نور الهاشمي' },
  { name: 'Finn' },
];

export function ActionsSection() {
  const [on, setOn] = useState(['strength']);
  const toggle = (name: string) => setOn(on.includes(name) ? on.filter((other) => other !== name) : [...on, name]);
  return (
    <Part title="Actions">
      <Row>
        <Button icon={<Plus />}>Create session</Button>
        <Button variant="secondary">Not now</Button>
        <Button variant="ghost">Skip</Button>
        <Button variant="danger">Delete</Button>
      </Row>
      <Row>
        {(['xs', 'sm', 'md', 'lg', 'xl'] as const).map((size) => (
          <Button key={size} size={size}>
            Join
          </Button>
        ))}
      </Row>
      <Row>
        <Button loading>Saving</Button>
        <Button disabled>Full</Button>
        <Button variant="secondary" loading>
          Loading
        </Button>
        <IconButton label="Search" icon={<Search />} />
        <IconButton label="Like" icon={<Heart />} variant="secondary" round />
        <IconButton label="Create" icon={<Plus />} variant="primary" round size="lg" />
        <IconButton label="Messages" icon={<BellOff />} count={3} />
      </Row>
      <Row>
        {['cardio', 'strength', 'classes'].map((name) => (
          <Chip key={name} selected={on.includes(name)} onToggle={() => toggle(name)} icon={<Dumbbell />}>
            {name[0]?.toUpperCase() + name.slice(1)}
          </Chip>
        ))}
        <RemovableChip label="After 6 pm" onRemove={() => {}} />
      </Row>
    </Part>
  );
}

export function FormsSection() {
  const [level, setLevel] = useState<string | null>(null);
  const [zone, setZone] = useState<string | null>('Australia/Sydney');
  const [kind, setKind] = useState<'single' | 'multiple' | null>('single');
  const [code, setCode] = useState('428');
  return (
    <Part title="Forms">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Email" type="email" placeholder="you@example.com" hint="We only use it to sign you in." />
        <PasswordField label="Password" defaultValue="correct horse" autoComplete="current-password" />
        <TextField label="Gym name" error="Gym name is required" />
        <TextField label="Search" icon={<Search />} placeholder="Name or email" optional />
        <Select
          label="Level"
          value={level}
          onChange={setLevel}
          options={[
            { value: 'beginner', label: 'Beginner' },
            { value: 'intermediate', label: 'Intermediate' },
            { value: 'advanced', label: 'Advanced' },
          ]}
        />
        <Combobox
          label="Time zone"
          value={zone}
          onChange={setZone}
          options={[
            { value: 'Australia/Sydney', label: 'Sydney', description: 'GMT+11' },
            { value: 'Australia/Perth', label: 'Perth', description: 'GMT+8' },
            { value: 'Pacific/Auckland', label: 'Auckland', description: 'GMT+13' },
          ]}
        />
        <DateField label="Day" defaultValue="2026-11-16" />
        <TimeField label="Starts" defaultValue="06:30" />
      </div>
      <TextArea label="What are we doing?" placeholder="5 × 5 squats, then accessories." />
      <RadioGroup
        label="Number of locations"
        columns
        value={kind}
        onChange={setKind}
        options={[
          { value: 'single', label: 'Single', description: 'One gym', icon: <MapPin /> },
          { value: 'multiple', label: 'Multiple', description: 'Two or more', icon: <Users /> },
        ]}
      />
      <CodeInput label="Verification code" value={code} onChange={setCode} hint="Six digits, from the email." />
      <div className="grid gap-x-8 sm:grid-cols-2">
        <Checkbox label="I agree to the terms" defaultChecked />
        <Switch label="Push notifications" hint="Only for sessions you joined" defaultChecked />
        <Checkbox label="Weekly summary" />
        <Switch label="Email" />
      </div>
    </Part>
  );
}

export function DataSection() {
  const [tab, setTab] = useState<'friends' | 'requests' | 'sent'>('friends');
  return (
    <Part title="People and data">
      <Row>
        {(['xs', 'sm', 'md', 'lg', 'xl'] as const).map((size, index) => (
          <Avatar key={size} name={people[index]!.name} size={size} online={index === 2} />
        ))}
        <AvatarGroup faces={people} max={4} total={9} size="md" />
        <AvatarGroup faces={people.slice(0, 3)} size="sm" />
      </Row>
      <Row>
        <Badge>Draft</Badge>
        <Badge tone="primary">New</Badge>
        <Badge tone="success">Active</Badge>
        <Badge tone="warning">2 spots left</Badge>
        <Badge tone="error">Full</Badge>
        <Badge tone="info">Beginner</Badge>
        <CountBadge count={7} label="unread" />
      </Row>
      <Tabs
        label="Friends"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'friends', label: 'Friends', content: <p className="text-text-secondary">Forty people.</p> },
          {
            value: 'requests',
            label: 'Requests',
            count: 2,
            content: <p className="text-text-secondary">Two requests.</p>,
          },
          { value: 'sent', label: 'Sent', content: <p className="text-text-secondary">None.</p> },
        ]}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Card>
          <div className="flex items-center gap-4">
            <ProgressRing label="Spots taken" value={7} max={10}>
              7/10
            </ProgressRing>
            <div className="min-w-0">
              <p className="font-semibold text-base">Leg day</p>
              <p className="text-sm text-text-secondary">
                <time>Tomorrow, 6:30 am</time>
              </p>
            </div>
          </div>
        </Card>
        <Card look="soft">
          <ProgressBar label="Importing members" value={640} max={1000} />
        </Card>
      </div>
      <Table
        caption="Members"
        rowKey={(person) => person.name}
        rows={people.slice(0, 4)}
        columns={[
          {
            key: 'name',
            header: 'Name',
            cell: (person) => (
              <span className="flex items-center gap-3">
                <Avatar {...person} size="sm" decorative />
                {person.name}
              </span>
            ),
          },
          { key: 'state', header: 'State', cell: () => <Badge tone="success">Active</Badge> },
          { key: 'count', header: 'Sessions', align: 'end', cell: (person) => person.name.length },
        ]}
      />
    </Part>
  );
}
