import { ThemeConfig } from '@spotter/contract/theme/theme.ts';
import { render, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, test } from 'vitest';
import { ThemeProvider, useTheme } from '#platform/theme/theme-provider.tsx';
import { WorkoutIcon } from '../workout.tsx';
import '../../../testing/patience.ts';

const plain = ThemeConfig.parse({});
const image = '/files/organizations/one/sports.png';
const theme = {
  ...plain,
  assets: {
    ...plain.assets,
    workoutIcons: {
      ...plain.assets.workoutIcons,
      classes: { type: 'emoji', value: '🔥' },
      sports: { type: 'image', value: image },
    },
  },
};

function Icons() {
  const { setTheme } = useTheme();
  useEffect(() => void setTheme(theme), [setTheme]);
  return (['cardio', 'classes', 'sports'] as const).map((type) => (
    <p key={type}>
      <WorkoutIcon type={type} className="absolute size-4" />
    </p>
  ));
}

test('tells Yoga from Mobility, unless the gym has an icon of its own for both', async () => {
  const drawn = (flexibility: object) => {
    const own = { ...plain, assets: { ...plain.assets, workoutIcons: { ...plain.assets.workoutIcons, flexibility } } };
    const Named = () => {
      const { setTheme } = useTheme();
      useEffect(() => void setTheme(own as typeof theme), [setTheme]);
      return ['Yoga', 'Morning mobility', 'Stretching'].map((name) => (
        <WorkoutIcon key={name} type="flexibility" name={name} />
      ));
    };
    const { container } = render(
      <ThemeProvider>
        <Named />
      </ThemeProvider>,
    );
    return () => new Set([...container.querySelectorAll('svg')].map((icon) => icon.innerHTML)).size;
  };
  const plainIcons = drawn({ type: 'icon', value: 'stretch-horizontal' });
  await waitFor(() => expect(plainIcons()).toBe(3));
  const ownIcons = drawn({ type: 'icon', value: 'waves' });
  await waitFor(() => expect(ownIcons()).toBe(1));
});

// Chips and menus size what they hold by `svg`.
test('draws an emoji and an own image in the size and place of an icon', async () => {
  const { container } = render(
    <ThemeProvider>
      <Icons />
    </ThemeProvider>,
  );
  await waitFor(() => expect(container.textContent).toBe('🔥'));
  expect(container.querySelectorAll('p > svg.absolute.size-4')).toHaveLength(3);
  expect(container.querySelector('svg > image')?.getAttribute('href')).toBe(image);
});
