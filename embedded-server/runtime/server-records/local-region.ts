// The one region of a service that runs on this machine. Its id is fixed, so that it is the same in every data folder.

export const localRegion = {
  provider: 'local',
  provider_display_name: 'This machine',
  region_display_name: 'Local',
  region_id: '6c6f6361-6c00-4000-8000-000000000001',
  region_name_id: 'local',
  universal_region: 'unknown',
} as const;
